import type { Database } from '../../platform/database/database.ts';
import type { MessageDoor } from '../../platform/messages/door.ts';

/** What sending needs of the process. */
export interface MessageParts {
  readonly database: Pick<Database, 'withTenant' | 'tenantsEverywhere'>;
  readonly doors: { readonly sms?: MessageDoor | undefined; readonly mail?: MessageDoor | undefined };
  readonly now: () => Date;
  readonly report: (fault: unknown) => void;
}
