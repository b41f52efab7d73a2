import { client, gzhEvents, messageStates, outgoingMessage } from '@kangmai/model';
import { z } from 'zod';
import { arrayOf, call, type Call, type CallCtx, codeOf, page, timestamp, whole } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import { wordsOfCode } from './answer-words.ts';

const count = z.coerce.number().int();
const input = z.object({
  eventCode: z.string().max(40).nullish(),
  sendState: z.string().max(40).nullish(),
  userId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
  mintime: z.string().max(40).nullish(),
  maxtime: z.string().max(40).nullish(),
  sorting: z.string().max(100).optional(),
  skipCount: count.min(0).max(2_147_483_647).default(0),
  maxResultCount: count.min(1).max(1000).default(10),
});
type Input = z.output<typeof input>;

const row = z.object({
  id: whole,
  eventCode: codeOf(gzhEvents),
  openId: z.string(),
  sendState: codeOf(messageStates),
  queuedAt: timestamp,
  sentAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  answer: z.string().nullable(),
  isTest: z.boolean(),
});

function instantOf(ctx: CallCtx, field: 'mintime' | 'maxtime', given: Input): Date | undefined {
  const text = given[field];
  if (!text) return undefined;
  const at = ctx.check.toInstant(text);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

function wanted<N extends string>(
  choices: { readonly read: (value: unknown) => N | undefined },
  given: Input,
  field: 'eventCode' | 'sendState',
): N | undefined {
  const text = given[field];
  if (!text) return undefined;
  const name = choices.read(text);
  if (name === undefined) throw invalid(field, 'gzh.unknown-filter');
  return name;
}

/** Open ids stay recognisable by their ends. */
export const maskedOpenId = (openId: string): string =>
  openId.length < 9 ? '****' : `${openId.slice(0, 2)}****${openId.slice(-4)}`;

/** The open id of the wanted person; undefined without such a filter, empty for one out of sight or not bound. */
async function personsOpenId(ctx: CallCtx, { userId }: Input): Promise<string | undefined> {
  if (!userId) return undefined;
  return (await ctx.repo(client).find(userId))?.openId ?? '';
}

async function list(ctx: CallCtx, given: Input) {
  const openId = await personsOpenId(ctx, given);
  const event = wanted(gzhEvents, given, 'eventCode');
  const state = wanted(messageStates, given, 'sendState');
  const [from, to] = [instantOf(ctx, 'mintime', given), instantOf(ctx, 'maxtime', given)];
  const { totalCount, items } = await page(ctx, {
    from: ctx.from(outgoingMessage, 'm').query.where('m.channel', '=', 'template'),
    where: (eb) => [
      event && eb('m.purpose', '=', event),
      state && eb('m.state', '=', state),
      openId === undefined ? undefined : eb('m.recipient', '=', openId),
      from && eb('m.queuedAt', '>=', from),
      to && eb('m.queuedAt', '<=', to),
    ],
    columns: [
      'm.id',
      'm.purpose',
      'm.recipient',
      'm.state',
      'm.queuedAt',
      'm.sentAt',
      'm.deliveredAt',
      'm.problem',
      'm.user',
    ],
    sort: { by: { queuedAt: 'm.queuedAt' }, asked: given.sorting, usual: 'queuedAt desc', last: ['-m.id'] },
    skip: given.skipCount,
    take: given.maxResultCount,
  });
  return {
    totalCount,
    items: items.map(({ id, purpose, recipient, state: reached, problem, user, queuedAt, sentAt, deliveredAt }) => ({
      id,
      eventCode: gzhEvents.wireOf(gzhEvents.read(purpose) ?? 'alarm'),
      openId: maskedOpenId(recipient),
      sendState: messageStates.wireOf(reached),
      queuedAt,
      sentAt,
      deliveredAt,
      answer: problem === null ? null : wordsOfCode(ctx.caller.culture, problem),
      isTest: user !== null,
    })),
  };
}

export const sendLogsCall: Call = call({
  wire: 'GET GzhTemplate/GetSendLogs',
  title: '公众号发送记录',
  permission: 'Pages.Basicplatform.GzhSetting',
  input,
  output: z.object({ totalCount: whole, items: arrayOf(row) }),
  run: list,
});
