import type { Database } from '../../platform/database/database.ts';
import type { TenantKeys } from '../../platform/keys.ts';
import type { MessageDoor } from '../../platform/messages/door.ts';

export type MessageChannel = 'sms' | 'mail';

export interface MessageParts {
  readonly database: Pick<Database, 'withTenant' | 'tenantsEverywhere'>;
  readonly tenantKeys: Pick<TenantKeys, 'of'>;
  readonly doors: { readonly [Channel in MessageChannel]?: MessageDoor | undefined };
  readonly now: () => Date;
  readonly report: (fault: unknown) => void;
}
