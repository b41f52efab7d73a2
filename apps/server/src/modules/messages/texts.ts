import type { Wording } from '../../platform/texts/index.ts';

export const messageTexts: Readonly<Record<string, Wording>> = {
  'message.receipt': {
    'zh-Hans': '回执不是本系统发出的消息，请检查回执地址和配置',
    en: 'The receipt belongs to no message of this system; check the address of receipts and the setup',
  },
  'message.receipt-early': {
    'zh-Hans': '该消息的编号尚未保存，请稍后重新推送',
    en: 'The number of this message is not stored yet; push the receipt again',
  },
  'message.host-only': {
    'zh-Hans': '完整内容只能由平台管理员在本机查看，请联系平台管理员',
    en: "Only the platform's administrator reads the whole text, on the server's own machine; ask there",
  },
  'message.not-local': {
    'zh-Hans': '服务可从其他机器访问，不能查看完整内容；请配置短信或邮件服务后重新发送',
    en: 'Other machines can reach this server, so the whole text is not shown; set up a provider and send again',
  },
  'message.has-provider': {
    'zh-Hans': '该渠道已配置服务商，内容只发给收件人，不能在此查看，请向收件人核实',
    en: 'This channel has a provider: only the recipient gets the text; ask the recipient',
  },
  'message.none-kept': {
    'zh-Hans': '没有发给该收件人的有效消息，请重新发送后再查看',
    en: 'There is no valid message to this recipient; send a new one and look again',
  },
};
