import { choice, dateTime, defineChoices, defineResource, integer, ref, text } from '@kangmai/resource';
import { messageChannels, messagePurposes } from '../shared/message-purposes.ts';

/** `kept`: no provider is set up, so nothing is sent. */
export const messageStates = defineChoices({
  kept: { label: '仅存档', en: 'Kept here', tone: 'neutral' },
  waiting: { label: '待发送', en: 'Waiting', tone: 'info' },
  sending: { label: '发送中', en: 'Sending', tone: 'info' },
  sent: { label: '已发送', en: 'Sent', tone: 'good' },
  delivered: { label: '已送达', en: 'Delivered', tone: 'good' },
  merged: { label: '已并入汇总', en: 'Part of a summary', tone: 'neutral' },
  cancelled: { label: '已取消', en: 'Cancelled', tone: 'neutral' },
  failed: { label: '发送失败', en: 'Failed', tone: 'bad' },
});

/** Short messages and mails of the last seven days. Codes and links are masked in the text. */
export const outgoingMessage = defineResource({
  name: 'outgoingMessage',
  title: '消息发件箱',
  en: 'Outgoing messages',
  scope: 'both',
  permission: 'Pages.Administration.OutgoingMessages',
  writes: [],
  wire: {
    service: 'OutgoingMessages',
    entity: 'OutgoingMessage',
    joins: { userName: 'user.fullName' },
    calls: { list: 'GetAll' },
  },
  fields: {
    queuedAt: dateTime({ label: '时间', en: 'When', required: true, filter: 'range', readonly: true }),
    channel: choice(messageChannels, { label: '渠道', en: 'Channel', required: true, filter: 'exact', readonly: true }),
    purpose: choice(messagePurposes, { label: '用途', en: 'Purpose', required: true, filter: 'exact', readonly: true }),
    recipient: text({ label: '收件人', en: 'To', required: true, max: 256, filter: 'like', readonly: true }),
    subject: text({ label: '主题', en: 'Subject', max: 200, readonly: true }),
    body: text({ label: '内容', en: 'Text', required: true, max: 4000, rows: 4, readonly: true }),
    state: choice(messageStates, { label: '状态', en: 'State', default: 'kept', filter: 'exact', readonly: true }),
    sentAt: dateTime({ label: '发送时间', en: 'Sent', readonly: true }),
    deliveredAt: dateTime({ label: '送达时间', en: 'Delivered', readonly: true }),
    level: integer({ label: '告警级别', en: 'Alarm level', min: 1, max: 4, readonly: true }),
    attempts: integer({ label: '尝试次数', en: 'Attempts', default: 0, readonly: true }),
    problem: text({ label: '失败原因', en: 'Problem', max: 200, readonly: true }),
    providerRef: text({ label: '服务商编号', en: 'Number at the provider', max: 64, readonly: true }),
    user: ref('user', { label: '用户', en: 'User', readonly: true, wire: 'userId' }),
  },
  list: {
    columns: ['queuedAt', 'channel', 'purpose', 'recipient', 'subject', 'body', 'state', 'problem'],
    sort: '-queuedAt',
    search: ['recipient'],
  },
  display: 'recipient',
});
