/** How the sending of a template message ended, as the provider says it. */
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

/** The event of a template message in a body of the provider; undefined where it holds none. */
export function eventOf(xml: string): SentEvent | undefined {
  const members = membersOf(xml);
  const messageId = members?.get('MsgID') ?? '';
  if (members?.get('Event') !== 'TEMPLATESENDJOBFINISH' || !/^\d{1,32}$/.test(messageId)) return undefined;
  return { messageId, status: members.get('Status') ?? '', createdAt: Number(members.get('CreateTime')) || 0 };
}
