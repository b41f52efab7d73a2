import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'messages',
  {
    hint: '验证码和链接不在此显示。未配置短信或邮件服务时，平台管理员可在服务器本机的平台「消息发件箱」页面查看完整内容。',
    read: '查看完整内容',
    readHint: '显示发给该收件人的最近一条有效消息。查看人、理由和时间记入该租户的敏感访问记录。',
    tenant: '租户名',
    tenantHint: '不填表示平台',
    recipient: '收件人',
    recipientMissing: '请输入收件人',
    reason: '理由',
    reasonMissing: '请输入理由，至少3个字',
    failed: '未能显示',
    text: '完整内容',
  },
  {
    hint: "Codes and links are not shown here. Without a provider the platform's administrator reads the whole text on the platform's page of outgoing messages, on the server's own machine.",
    read: 'Show a whole text',
    readHint:
      "Shows the newest valid message to this recipient. Who looked, why and when stands in the tenant's access log.",
    tenant: 'Tenancy name',
    tenantHint: 'Empty for the platform',
    recipient: 'To',
    recipientMissing: 'Enter the recipient',
    reason: 'Reason',
    reasonMissing: 'Enter a reason of at least 3 letters',
    failed: 'Not shown',
    text: 'Whole text',
  },
);
