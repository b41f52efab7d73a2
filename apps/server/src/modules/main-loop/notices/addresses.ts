import type { alarmNotice, MessageChannel } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { SendBook } from './send-book.ts';

type Notice = Row<typeof alarmNotice>;
export type SentChannel = MessageChannel;

const text = (value: string | null | undefined): string => (value ?? '').trim();

const wearerOf = ({ persons }: SendBook, { receiverKind, client }: Notice) =>
  receiverKind === 'wearer' && client !== null ? persons.get(client) : undefined;

function phoneOf(book: SendBook, notice: Notice): string {
  if (notice.contact !== null) return text(book.contacts.get(notice.contact)?.phone);
  if (notice.receiverUser !== null) return text(book.users.get(notice.receiverUser)?.phoneNumber);
  return text(notice.receiverKind === 'dutyPhone' ? book.dutyPhone : wearerOf(book, notice)?.phone);
}

/** The open id of a contact, of the client that the contact is as well, or of the wearer. */
function openIdOf(book: SendBook, notice: Notice): string {
  if (notice.contact === null) return text(wearerOf(book, notice)?.openId);
  const contact = book.contacts.get(notice.contact);
  if (contact?.openId || !contact?.linkedClient) return text(contact?.openId);
  return text(book.persons.get(contact.linkedClient)?.openId);
}

/** Where a notice goes by its channel, or why it cannot. Mails go to users who confirmed their address. */
export function addressOf(
  book: SendBook,
  { notice, channel }: { readonly notice: Notice; readonly channel: SentChannel },
): { readonly recipient: string; readonly missing: string } {
  if (channel === 'sms') return { recipient: phoneOf(book, notice), missing: '没有手机号' };
  if (channel === 'mail')
    return { recipient: text(book.writing.get(notice.receiverUser ?? 0)?.mail), missing: '没有已确认的邮箱' };
  if (!book.hasAccount) return { recipient: '', missing: '未启用公众号' };
  return { recipient: openIdOf(book, notice), missing: '未绑定微信' };
}
