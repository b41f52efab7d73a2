import { messageDefinitions, type MessagePurpose } from '@kangmai/model';
import type { Culture, Wording } from '../../platform/texts/index.ts';

/** What a message contains; codes and links are secrets until used. */
export interface MessageParams {
  readonly code?: string;
  readonly link?: string;
  readonly minutes: string;
  /** Of a new account: its user name, who created it for which organisation, and until when the link works. */
  readonly userName?: string;
  readonly creator?: string;
  readonly organisation?: string;
  readonly until?: string;
  /** Of a notice to a user. */
  readonly title?: string;
  readonly text?: string;
  /** Of an alarm about a person: the house and its number, the person by surname, the level in words. Never a value. */
  readonly house?: string;
  readonly phone?: string;
  readonly ward?: string;
  readonly level?: string;
  /** Alarms that a summary stands for. */
  readonly count?: string;
  /** Of a booking or an activity: its time, the time it has now, the doctor, the place. */
  readonly from?: string;
  readonly to?: string;
  readonly doctor?: string;
  readonly place?: string;
}

/** Who sets up accounts for the host and new tenants. */
export const platformName: Wording = { 'zh-Hans': '康脉平台', en: 'the Kangmai platform' };

const fill = (text: string, params: MessageParams): string =>
  text.replace(/\{(\w+)\}/g, (_, name: keyof MessageParams) => params[name] ?? '');

export function messageText(
  purpose: MessagePurpose,
  culture: Culture,
  params: MessageParams,
): { readonly subject: string; readonly body: string } {
  const { subject, body } = messageDefinitions[purpose];
  return { subject: fill(subject[culture], params), body: fill(body[culture], params) };
}

/** The same params without what gives access to an account, for later reading. */
export const masked = (params: MessageParams): MessageParams => ({
  ...params,
  ...(params.code !== undefined && { code: '••••••' }),
  ...(params.link !== undefined && { link: '••••••' }),
});
