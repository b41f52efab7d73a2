import { action, ref, refs, text } from '@kangmai/resource';

/** Gives the place of somebody in the teams of clients to somebody else, with all roles. */
export const transferTeam = action({
  label: '移交团队成员',
  en: 'Hand over in health teams',
  wire: 'POST TransferTeam',
  permission: 'Edit',
  many: true,
  confirm: '移交人从今天起不再服务所选客户。确定移交？',
  confirmEn: 'The person no longer serves the selected clients from today. Hand them over?',
  input: {
    clients: refs('client', { label: '客户', en: 'Clients', required: true, wire: 'clientIds' }),
    fromUser: ref('user', { label: '移交人', en: 'Hands over', required: true, wire: 'fromUserId' }),
    toUser: ref('user', { label: '接收人', en: 'Takes over', required: true, wire: 'toUserId' }),
    reason: text({ label: '移交原因', en: 'Reason', required: true, min: 2, max: 200, rows: 2 }),
  },
});
