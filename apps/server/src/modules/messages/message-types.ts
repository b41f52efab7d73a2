import type { MessageChannel, MessagePurpose } from '@kangmai/model';
import type { Settings } from '../../access/settings.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { TenantKeys } from '../../platform/keys.ts';
import type { MessageDoor } from '../../platform/messages/door.ts';
import type { Culture } from '../../platform/texts/index.ts';
import type { MessageParams } from './wording.ts';

export interface MessageAddress {
  readonly channel: MessageChannel;
  readonly recipient: string;
}

export interface NewMessage extends MessageAddress {
  readonly purpose: MessagePurpose;
  readonly userId: number | null;
  readonly culture: Culture;
  readonly params: Omit<MessageParams, 'minutes'>;
  /** After this the message is useless and no longer sent. */
  readonly seconds: number;
  /** Tried in order when a provider finally refuses the message. */
  readonly fallbacks?: readonly MessageAddress[];
  /** Level of the alarm, 1 to 4; the quota of the purpose asks for it. */
  readonly level?: number;
  /** A message with a key that exists is not written again. */
  readonly key?: string;
  /** The alarm notice that it belongs to; needs a key. */
  readonly noticeId?: number;
  /** Earliest instant of sending; at once when absent. */
  readonly after?: Date;
}

export interface DueMessage {
  readonly id: number;
  readonly tenantId: number;
  readonly userId: number | null;
  readonly level: number | null;
  /** The alarm notices that end with it; several for a summary. */
  readonly noticeIds: readonly number[];
  readonly channel: MessageChannel;
  readonly purpose: MessagePurpose;
  readonly recipient: string;
  readonly culture: Culture;
  readonly params: MessageParams;
  readonly fallbacks: readonly MessageAddress[];
  readonly attempts: number;
  readonly isLate: boolean;
  readonly secondsLeft: number;
}

export interface SendingEnd {
  readonly state: 'sent' | 'delivered' | 'failed' | 'waiting' | 'cancelled';
  readonly sentAt?: Date;
  readonly problem?: string;
  /** The provider's number of the message, where it gives one. */
  readonly reference?: string;
  readonly nextAt?: Date;
}

export interface NoticeParts {
  /** Stores with the notices how the sending of their message ended. */
  readonly noticeEnded: (tx: Tx, noticeIds: readonly number[], end: SendingEnd) => Promise<void>;
  /** Those of the notices that need no message any more. */
  readonly unwantedNotices: (tx: Tx, noticeIds: readonly number[]) => Promise<ReadonlySet<number>>;
}

export interface MessageParts extends NoticeParts {
  readonly database: Pick<Database, 'withTenant' | 'tenantsEverywhere'>;
  readonly tenantKeys: Pick<TenantKeys, 'of'>;
  readonly doors: {
    readonly sms?: MessageDoor;
    readonly mail?: MessageDoor;
    readonly template?: (message: DueMessage) => Promise<string>;
  };
  readonly settings: Pick<Settings, 'of'>;
  /** Marks the references that providers return in receipts. */
  readonly receiptKey: string;
  readonly lost: (tx: Tx, message: DueMessage) => Promise<void>;
  readonly now: () => Date;
  readonly report: (fault: unknown) => void;
}
