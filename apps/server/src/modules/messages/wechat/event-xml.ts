export interface SentEvent {
  readonly messageId: string;
  readonly status: string;
  /** Epoch seconds. */
  readonly createdAt: number;
}

const longest = 4096;
const element = /<(\w{1,40})>(?:<!\[CDATA\[([^\]<>&]*)\]\]>|([^<>&]*))<\/\1>/g;

/** Flat elements with plain text; undefined for anything else, such as entities or declarations. */
function membersOf(xml: string): ReadonlyMap<string, string> | undefined {
  const text = xml.trim();
  if (text.length > longest || !text.startsWith('<xml>') || !text.endsWith('</xml>')) return undefined;
  const inner = text.slice('<xml>'.length, -'</xml>'.length);
  if (inner.replaceAll(element, '').trim() !== '') return undefined;
  return new Map([...inner.matchAll(element)].map(([, name = '', marked, plain]) => [name, marked ?? plain ?? '']));
}

export interface FollowerEvent {
  readonly event: 'subscribe' | 'unsubscribe' | 'SCAN' | 'CLICK';
  readonly openId: string;
  /** The name of the account at the provider, by which an answer is sent. */
  readonly accountId: string;
  readonly key: string;
}

export type ProviderEvent = SentEvent | FollowerEvent;

const isId = (text: string): boolean => /^[\w-]{3,64}$/.test(text);
const followerEvents = new Set(['subscribe', 'unsubscribe', 'SCAN', 'CLICK']);

function followerEventOf(members: ReadonlyMap<string, string>): FollowerEvent | undefined {
  const [openId = '', accountId = ''] = [members.get('FromUserName'), members.get('ToUserName')];
  const event = members.get('Event') ?? '';
  if (!followerEvents.has(event) || !isId(openId) || !isId(accountId)) return undefined;
  return { event: event as FollowerEvent['event'], openId, accountId, key: members.get('EventKey') ?? '' };
}

function sentEventOf(members: ReadonlyMap<string, string>): SentEvent | undefined {
  const messageId = members.get('MsgID') ?? '';
  if (members.get('Event') !== 'TEMPLATESENDJOBFINISH' || !/^\d{1,32}$/.test(messageId)) return undefined;
  return { messageId, status: members.get('Status') ?? '', createdAt: Number(members.get('CreateTime')) || 0 };
}

/** The event in a body of the provider; undefined where it holds none of those that matter. */
export function eventOf(xml: string): ProviderEvent | undefined {
  const members = membersOf(xml);
  return members && (sentEventOf(members) ?? followerEventOf(members));
}

export function textReply({ openId, accountId }: FollowerEvent, text: string, seconds: number): string {
  const words = text.replaceAll(']]>', '');
  return `<xml><ToUserName><![CDATA[${openId}]]></ToUserName><FromUserName><![CDATA[${accountId}]]></FromUserName><CreateTime>${seconds}</CreateTime><MsgType><![CDATA[text]]></MsgType><Content><![CDATA[${words}]]></Content></xml>`;
}
