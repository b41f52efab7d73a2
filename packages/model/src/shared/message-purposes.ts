import { defineChoices, type ChoiceEntry } from '@kangmai/resource';

interface Words {
  readonly 'zh-Hans': string;
  readonly 'en': string;
}

export const messageChannels = defineChoices({
  sms: { label: '短信', en: 'Short message', tone: 'info' },
  mail: { label: '邮件', en: 'Mail', tone: 'neutral' },
  template: { label: '公众号', en: 'WeChat', tone: 'good' },
});

export type MessageChannel = (typeof messageChannels)['names'][number];

/** What takes the place of a channel that fails; null for what the message itself names, if anything. */
type NextChannel = MessageChannel | 'phone' | null;

/** Messages of a purpose that one recipient gets by one channel; further ones become one summary. */
export interface MessageQuota {
  readonly anHour: number;
  /** From this level of an alarm on nothing is held back. */
  readonly belowLevel: number;
  readonly summary: 'alarmSummary';
}

/** All that is special to the messages of a purpose. A further purpose is one entry here. */
export interface MessageDefinition {
  readonly label: string;
  readonly en: string;
  /** Words in braces are replaced by values of the message; health values are never among them. */
  readonly subject: Words;
  readonly body: Words;
  /** The channels by which it may go, in order, each with what follows it. */
  readonly channels: Readonly<Partial<Record<MessageChannel, NextChannel>>>;
  /** The template at the SMS provider: that of codes, the host's setting that names it, or none without SMS. */
  readonly template: 'ofCodes' | `App.Sms.${string}Template` | null;
  readonly quota: MessageQuota | null;
  /** Levels of alarms that wait for the end of the quiet hours. */
  readonly quietLevels: readonly ('notice' | 'attention')[];
}

const atOnce = { quota: null, quietLevels: [] } as const;
const byMail = { channels: { mail: null }, template: null, ...atOnce } as const;
const ofCode = { channels: { sms: null, mail: null }, template: 'ofCodes', ...atOnce } as const;
const bySms = { channels: { sms: null }, ...atOnce } as const;
const alarmChannels = { template: 'sms', mail: 'sms', sms: 'phone' } as const;

const codeWords = (zh: string, en: string) =>
  ({
    subject: { 'zh-Hans': `康脉${zh}`, en: `Kangmai ${en}` },
    body: {
      'zh-Hans': `【康脉】${zh}：{code}，{minutes}分钟内有效。请勿告诉他人。`,
      en: `Kangmai ${en}: {code}, valid for {minutes} minutes. Tell it to nobody.`,
    },
  }) as const;

const table = {
  phoneVerification: {
    label: '验证手机号',
    en: 'Confirm phone number',
    ...codeWords('手机验证码', 'phone confirmation code'),
    ...ofCode,
  },
  twoFactor: {
    label: '登录验证码',
    en: 'Sign-in code',
    ...codeWords('登录验证码', 'sign-in code'),
    ...ofCode,
  },
  accountCreated: {
    label: '账号开通',
    en: 'New account',
    subject: { 'zh-Hans': '您的康脉账号已开通', en: 'Your Kangmai account is ready' },
    body: {
      'zh-Hans':
        '您好：\n\n欢迎使用康脉。{creator}已为您在{organisation}开通账号。\n\n用户名：{userName}\n\n请在{until}前打开以下链接，设置您的登录密码：\n\n{link}\n\n链接过期后，可在登录页点击“忘记密码”，用此邮箱重新获取。如果您不认识开通人，请忽略这封邮件。',
      en: 'Hello,\n\nwelcome to Kangmai. {creator} has set up an account for you at {organisation}.\n\nUser name: {userName}\n\nOpen this address before {until} to choose your password:\n\n{link}\n\nAfter that, “Forgot password” on the sign-in page sends a new link to this e-mail address. If you do not know the sender, ignore this mail.',
    },
    ...byMail,
  },
  passwordReset: {
    label: '重置密码',
    en: 'Password reset',
    subject: { 'zh-Hans': '重置您的康脉密码', en: 'Reset your Kangmai password' },
    body: {
      'zh-Hans':
        '您好：\n\n我们收到了重置您账号密码的请求。请在{minutes}分钟内打开以下链接设置新密码：\n\n{link}\n\n如果不是您本人操作，请忽略这封邮件，您的密码不会改变。',
      en: 'Hello,\n\nsomebody asked to reset the password of your account. Open this address within {minutes} minutes to set a new one:\n\n{link}\n\nIf it was not you, ignore this mail; your password stays as it is.',
    },
    ...byMail,
  },
  emailActivation: {
    label: '确认邮箱',
    en: 'Confirm e-mail',
    subject: { 'zh-Hans': '确认您的康脉邮箱', en: 'Confirm your Kangmai e-mail address' },
    body: {
      'zh-Hans':
        '您好：\n\n请在{minutes}分钟内打开以下链接，确认这是您的邮箱：\n\n{link}\n\n如果您没有使用康脉，请忽略这封邮件。',
      en: 'Hello,\n\nopen this address within {minutes} minutes to confirm that this e-mail address is yours:\n\n{link}\n\nIf you do not use Kangmai, ignore this mail.',
    },
    ...byMail,
  },
  notice: {
    label: '通知',
    en: 'Notice',
    subject: { 'zh-Hans': '康脉通知：{title}', en: 'Kangmai: {title}' },
    body: {
      'zh-Hans': '您好：\n\n{text}\n\n请登录康脉查看。如不想收到此类邮件，可在“通知设置”中关闭。',
      en: 'Hello,\n\n{text}\n\nSign in to Kangmai for more. Mails of this kind can be switched off in the settings of notices.',
    },
    ...byMail,
  },
  applicationRefused: {
    label: '申请未通过',
    en: 'Application refused',
    subject: { 'zh-Hans': '{house}：您的申请未通过', en: '{house}: your application was refused' },
    body: {
      'zh-Hans':
        '您好：\n\n您在{house}提交的人员申请未通过审核。\n\n审核意见：{text}\n\n修改后可用同一手机号重新提交：\n\n{link}',
      en: 'Hello,\n\nyour application at {house} was refused.\n\nRemark: {text}\n\nYou may change it and send it again with the same phone number:\n\n{link}',
    },
    ...byMail,
  },
  alarm: {
    label: '健康提醒',
    en: 'Health alarm',
    subject: { 'zh-Hans': '{house}：{level}健康提醒', en: '{house}: {level} health alarm' },
    body: {
      'zh-Hans': '【{house}】{ward}有一条{level}健康提醒，请尽快致电{phone}。',
      en: '{house}: a {level} health alarm about {ward}. Please call {phone} as soon as you can.',
    },
    channels: alarmChannels,
    template: 'App.Sms.AlarmTemplate',
    quota: { anHour: 10, belowLevel: 4, summary: 'alarmSummary' },
    quietLevels: ['notice', 'attention'],
  },
  alarmSummary: {
    label: '健康提醒汇总',
    en: 'Summary of health alarms',
    subject: { 'zh-Hans': '{house}：健康提醒汇总', en: '{house}: summary of health alarms' },
    body: {
      'zh-Hans': '【{house}】本小时另有{count}条健康提醒，不再逐条发送，请致电{phone}了解情况。',
      en: '{house}: {count} more health alarms within this hour, not sent one by one. Please call {phone}.',
    },
    channels: alarmChannels,
    template: 'App.Sms.AlarmSummaryTemplate',
    ...atOnce,
  },
  bookingApproved: {
    label: '预约成功',
    en: 'Booking confirmed',
    subject: { 'zh-Hans': '{house}：预约成功', en: '{house}: your booking is confirmed' },
    body: {
      'zh-Hans': '【{house}】您{from}的预约已确认，请按时到达。如需改约请致电{phone}。',
      en: '{house}: your booking of {from} is confirmed. Call {phone} for another time.',
    },
    ...bySms,
    template: 'App.Sms.BookingApprovedTemplate',
  },
  bookingRefused: {
    label: '预约未通过',
    en: 'Booking refused',
    subject: { 'zh-Hans': '{house}：预约未通过', en: '{house}: your booking was refused' },
    body: {
      'zh-Hans': '【{house}】您{from}的预约未通过，如需另约请致电{phone}。',
      en: '{house}: your booking of {from} was refused. Call {phone} for another time.',
    },
    ...bySms,
    template: 'App.Sms.BookingRefusedTemplate',
  },
  bookingMoved: {
    label: '预约变更',
    en: 'Booking moved',
    subject: { 'zh-Hans': '{house}：预约变更', en: '{house}: your booking has changed' },
    body: {
      'zh-Hans': '【{house}】您{from}的预约已调整为{to}，医生：{doctor}。如有疑问请致电{phone}。',
      en: '{house}: your booking of {from} is now at {to}, doctor: {doctor}. Questions: {phone}.',
    },
    ...bySms,
    template: 'App.Sms.BookingMovedTemplate',
  },
  bookingCancelled: {
    label: '预约取消',
    en: 'Booking cancelled',
    subject: { 'zh-Hans': '{house}：预约取消', en: '{house}: your booking was cancelled' },
    body: {
      'zh-Hans': '【{house}】您{from}的预约已取消，如需改约请致电{phone}。',
      en: '{house}: your booking of {from} was cancelled. Call {phone} for another time.',
    },
    ...bySms,
    template: 'App.Sms.BookingCancelledTemplate',
  },
  phoneLink: {
    label: '手机链接',
    en: 'Phone link',
    subject: { 'zh-Hans': '{house}：在线预约', en: '{house}: book online' },
    body: {
      'zh-Hans': '【{house}】您可在{until}前打开链接在线预约：{link}，验证码将发送到本手机。如有疑问请致电{phone}。',
      en: '{house}: book online before {until}: {link}. A code will be sent to this phone. Questions: {phone}.',
    },
    ...bySms,
    template: 'App.Sms.PhoneLinkTemplate',
  },
  agreementEnding: {
    label: '签约到期',
    en: 'Agreement ends',
    subject: { 'zh-Hans': '{house}：签约到期', 'en': '{house}: your agreement ends' },
    body: {
      'zh-Hans': '【{house}】您的签约服务将于{until}到期，如需续签请致电{phone}。',
      'en': '{house}: your agreement ends on {until}. Call {phone} to renew it.',
    },
    ...bySms,
    template: 'App.Sms.AgreementEndingTemplate',
  },
  educationPlace: {
    label: '候补成功',
    en: 'Place in an activity',
    subject: { 'zh-Hans': '{house}：候补成功', en: '{house}: you have a place' },
    body: {
      'zh-Hans': '【{house}】您候补的{from}的活动已有名额，报名成功。如不能参加请致电{phone}。',
      en: '{house}: you have a place in the activity of {from} now. Call {phone} if you cannot come.',
    },
    ...bySms,
    template: 'App.Sms.EducationPlaceTemplate',
  },
  educationMoved: {
    label: '活动变更',
    en: 'Activity changed',
    subject: { 'zh-Hans': '{house}：活动变更', 'en': '{house}: the activity has changed' },
    body: {
      'zh-Hans': '【{house}】您报名的{from}的活动有调整，现定于{to}，地点：{place}。如不能参加请致电{phone}。',
      'en': '{house}: the activity of {from} that you enrolled for is now at {to}, place: {place}. Questions: {phone}.',
    },
    ...bySms,
    template: 'App.Sms.EducationMovedTemplate',
  },
  educationCancelled: {
    label: '活动取消',
    en: 'Activity cancelled',
    subject: { 'zh-Hans': '{house}：活动取消', en: '{house}: the activity was cancelled' },
    body: {
      'zh-Hans': '【{house}】您报名的{from}的活动已取消，敬请谅解。如有疑问请致电{phone}。',
      en: '{house}: the activity of {from} that you enrolled for was cancelled. Questions: {phone}.',
    },
    ...bySms,
    template: 'App.Sms.EducationCancelledTemplate',
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;

export type MessagePurpose = keyof typeof table;

/** Every purpose of messages: words, channels, template, limit and quiet hours. */
export const messageDefinitions: Readonly<Record<MessagePurpose, MessageDefinition>> = table;

export const isMessagePurpose = (name: string): name is MessagePurpose => Object.hasOwn(table, name);

const labels = Object.fromEntries(
  Object.entries(table).map(([name, { label, en }]) => [name, { label, en }]),
) as Readonly<Record<MessagePurpose, ChoiceEntry>>;

export const messagePurposes = defineChoices(labels);

/** The host's settings that name a template at the SMS provider. */
export const smsTemplateSettings: readonly string[] = Object.values(messageDefinitions).flatMap(({ template }) =>
  template === null || template === 'ofCodes' ? [] : template,
);
