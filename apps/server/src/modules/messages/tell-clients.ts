import type { client, MessagePurpose } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx, Services } from '../../engine/public.ts';
import type { Culture } from '../../platform/texts/index.ts';
import { houseFor, type Houses, housesOf, houseWords } from './houses.ts';
import type { NewMessage } from './message-types.ts';
import type { Messages } from './messages.ts';
import type { MessageParams } from './wording.ts';

export interface ClientMessage {
  readonly purpose: MessagePurpose;
  /** Absent for somebody who has no file. */
  readonly person: Pick<Row<typeof client>, 'state' | 'organizationUnit'> | undefined;
  readonly phone: string | null;
  readonly params: (culture: Culture) => Omit<MessageParams, 'minutes' | 'house' | 'phone'>;
  /** A message with a key that exists is not written again. */
  readonly key: string;
}

/** Messages to clients in the language of their tenant, sent after the commit; without a phone there is none. */
export type TellClients = (ctx: CallCtx, messages: readonly ClientMessage[]) => Promise<void>;

const messageSeconds = 24 * 3600;

const toSms =
  (houses: Houses, culture: Culture) =>
  ({ purpose, person, phone, params, key }: ClientMessage): NewMessage => {
    const house = houseFor(houses, person?.organizationUnit ?? null);
    return {
      channel: 'sms',
      purpose,
      recipient: phone ?? '',
      userId: null,
      culture,
      params: { ...houseWords(house, culture), ...params(culture) },
      seconds: messageSeconds,
      key,
    };
  };

export const makeTellClients =
  (messages: Pick<Messages, 'queueAll'>, settings: Services['settings']): TellClients =>
  async (ctx, asked) => {
    // The family of somebody who died gets no such message.
    const wanted = asked.filter(({ phone, person }) => phone && person?.state !== 'deceased');
    if (wanted.length === 0) return;
    const language = await settings.of(ctx.tenantId, 'Abp.Localization.DefaultLanguageName');
    const culture = language === 'en' ? 'en' : 'zh-Hans';
    await messages.queueAll(ctx.tx, wanted.map(toSms(await housesOf(ctx), culture)));
  };
