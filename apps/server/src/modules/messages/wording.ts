import type { Culture, Wording } from '../../platform/texts/index.ts';

export type MessagePurpose =
  | 'phoneVerification'
  | 'twoFactor'
  | 'accountCreated'
  | 'passwordReset'
  | 'emailActivation'
  | 'notice'
  | 'applicationRefused'
  | 'alarm'
  | 'alarmSummary'
  | 'bookingApproved'
  | 'bookingRefused'
  | 'bookingMoved'
  | 'bookingCancelled'
  | 'phoneLink'
  | 'agreementEnding'
  | 'educationPlace'
  | 'educationMoved'
  | 'educationCancelled';

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

interface Words {
  readonly subject: Wording;
  readonly body: Wording;
}

/** Who sets up accounts for the host and new tenants. */
export const platformName: Wording = { 'zh-Hans': '康脉平台', en: 'the Kangmai platform' };

const codeWords = (zh: string, en: string): Words => ({
  subject: { 'zh-Hans': `康脉${zh}`, en: `Kangmai ${en}` },
  body: {
    'zh-Hans': `【康脉】${zh}：{code}，{minutes}分钟内有效。请勿告诉他人。`,
    en: `Kangmai ${en}: {code}, valid for {minutes} minutes. Tell it to nobody.`,
  },
});

const words: Readonly<Record<MessagePurpose, Words>> = {
  phoneVerification: codeWords('手机验证码', 'phone confirmation code'),
  twoFactor: codeWords('登录验证码', 'sign-in code'),
  accountCreated: {
    subject: { 'zh-Hans': '您的康脉账号已开通', en: 'Your Kangmai account is ready' },
    body: {
      'zh-Hans':
        '您好：\n\n欢迎使用康脉。{creator}已为您在{organisation}开通账号。\n\n用户名：{userName}\n\n请在{until}前打开以下链接，设置您的登录密码：\n\n{link}\n\n链接过期后，可在登录页点击“忘记密码”，用此邮箱重新获取。如果您不认识开通人，请忽略这封邮件。',
      en: 'Hello,\n\nwelcome to Kangmai. {creator} has set up an account for you at {organisation}.\n\nUser name: {userName}\n\nOpen this address before {until} to choose your password:\n\n{link}\n\nAfter that, “Forgot password” on the sign-in page sends a new link to this e-mail address. If you do not know the sender, ignore this mail.',
    },
  },
  passwordReset: {
    subject: { 'zh-Hans': '重置您的康脉密码', en: 'Reset your Kangmai password' },
    body: {
      'zh-Hans':
        '您好：\n\n我们收到了重置您账号密码的请求。请在{minutes}分钟内打开以下链接设置新密码：\n\n{link}\n\n如果不是您本人操作，请忽略这封邮件，您的密码不会改变。',
      en: 'Hello,\n\nsomebody asked to reset the password of your account. Open this address within {minutes} minutes to set a new one:\n\n{link}\n\nIf it was not you, ignore this mail; your password stays as it is.',
    },
  },
  emailActivation: {
    subject: { 'zh-Hans': '确认您的康脉邮箱', en: 'Confirm your Kangmai e-mail address' },
    body: {
      'zh-Hans':
        '您好：\n\n请在{minutes}分钟内打开以下链接，确认这是您的邮箱：\n\n{link}\n\n如果您没有使用康脉，请忽略这封邮件。',
      en: 'Hello,\n\nopen this address within {minutes} minutes to confirm that this e-mail address is yours:\n\n{link}\n\nIf you do not use Kangmai, ignore this mail.',
    },
  },
  notice: {
    subject: { 'zh-Hans': '康脉通知：{title}', en: 'Kangmai: {title}' },
    body: {
      'zh-Hans': '您好：\n\n{text}\n\n请登录康脉查看。如不想收到此类邮件，可在“通知设置”中关闭。',
      en: 'Hello,\n\n{text}\n\nSign in to Kangmai for more. Mails of this kind can be switched off in the settings of notices.',
    },
  },
  applicationRefused: {
    subject: { 'zh-Hans': '{house}：您的申请未通过', en: '{house}: your application was refused' },
    body: {
      'zh-Hans':
        '您好：\n\n您在{house}提交的人员申请未通过审核。\n\n审核意见：{text}\n\n修改后可用同一手机号重新提交：\n\n{link}',
      en: 'Hello,\n\nyour application at {house} was refused.\n\nRemark: {text}\n\nYou may change it and send it again with the same phone number:\n\n{link}',
    },
  },
  alarm: {
    subject: { 'zh-Hans': '{house}：{level}健康提醒', en: '{house}: {level} health alarm' },
    body: {
      'zh-Hans': '【{house}】{ward}有一条{level}健康提醒，请尽快致电{phone}。',
      en: '{house}: a {level} health alarm about {ward}. Please call {phone} as soon as you can.',
    },
  },
  alarmSummary: {
    subject: { 'zh-Hans': '{house}：健康提醒汇总', en: '{house}: summary of health alarms' },
    body: {
      'zh-Hans': '【{house}】本小时另有{count}条健康提醒，不再逐条发送，请致电{phone}了解情况。',
      en: '{house}: {count} more health alarms within this hour, not sent one by one. Please call {phone}.',
    },
  },
  bookingApproved: {
    subject: { 'zh-Hans': '{house}：预约成功', en: '{house}: your booking is confirmed' },
    body: {
      'zh-Hans': '【{house}】您{from}的预约已确认，请按时到达。如需改约请致电{phone}。',
      en: '{house}: your booking of {from} is confirmed. Call {phone} for another time.',
    },
  },
  bookingRefused: {
    subject: { 'zh-Hans': '{house}：预约未通过', en: '{house}: your booking was refused' },
    body: {
      'zh-Hans': '【{house}】您{from}的预约未通过，如需另约请致电{phone}。',
      en: '{house}: your booking of {from} was refused. Call {phone} for another time.',
    },
  },
  bookingMoved: {
    subject: { 'zh-Hans': '{house}：预约变更', en: '{house}: your booking has changed' },
    body: {
      'zh-Hans': '【{house}】您{from}的预约已调整为{to}，医生：{doctor}。如有疑问请致电{phone}。',
      en: '{house}: your booking of {from} is now at {to}, doctor: {doctor}. Questions: {phone}.',
    },
  },
  bookingCancelled: {
    subject: { 'zh-Hans': '{house}：预约取消', en: '{house}: your booking was cancelled' },
    body: {
      'zh-Hans': '【{house}】您{from}的预约已取消，如需改约请致电{phone}。',
      en: '{house}: your booking of {from} was cancelled. Call {phone} for another time.',
    },
  },
  phoneLink: {
    subject: { 'zh-Hans': '{house}：在线预约', en: '{house}: book online' },
    body: {
      'zh-Hans': '【{house}】您可在{until}前打开链接在线预约：{link}，验证码将发送到本手机。如有疑问请致电{phone}。',
      en: '{house}: book online before {until}: {link}. A code will be sent to this phone. Questions: {phone}.',
    },
  },
  agreementEnding: {
    subject: { 'zh-Hans': '{house}：签约到期', 'en': '{house}: your agreement ends' },
    body: {
      'zh-Hans': '【{house}】您的签约服务将于{until}到期，如需续签请致电{phone}。',
      'en': '{house}: your agreement ends on {until}. Call {phone} to renew it.',
    },
  },
  educationPlace: {
    subject: { 'zh-Hans': '{house}：候补成功', en: '{house}: you have a place' },
    body: {
      'zh-Hans': '【{house}】您候补的{from}的活动已有名额，报名成功。如不能参加请致电{phone}。',
      en: '{house}: you have a place in the activity of {from} now. Call {phone} if you cannot come.',
    },
  },
  educationMoved: {
    subject: { 'zh-Hans': '{house}：活动变更', 'en': '{house}: the activity has changed' },
    body: {
      'zh-Hans': '【{house}】您报名的{from}的活动有调整，现定于{to}，地点：{place}。如不能参加请致电{phone}。',
      'en': '{house}: the activity of {from} that you enrolled for is now at {to}, place: {place}. Questions: {phone}.',
    },
  },
  educationCancelled: {
    subject: { 'zh-Hans': '{house}：活动取消', en: '{house}: the activity was cancelled' },
    body: {
      'zh-Hans': '【{house}】您报名的{from}的活动已取消，敬请谅解。如有疑问请致电{phone}。',
      en: '{house}: the activity of {from} that you enrolled for was cancelled. Questions: {phone}.',
    },
  },
};

/** The setting of the host with the SMS provider's template of a purpose. */
export const smsTemplates: Readonly<Partial<Record<MessagePurpose, string>>> = {
  alarm: 'App.Sms.AlarmTemplate',
  alarmSummary: 'App.Sms.AlarmSummaryTemplate',
  bookingApproved: 'App.Sms.BookingApprovedTemplate',
  bookingRefused: 'App.Sms.BookingRefusedTemplate',
  bookingMoved: 'App.Sms.BookingMovedTemplate',
  bookingCancelled: 'App.Sms.BookingCancelledTemplate',
  phoneLink: 'App.Sms.PhoneLinkTemplate',
  agreementEnding: 'App.Sms.AgreementEndingTemplate',
  educationPlace: 'App.Sms.EducationPlaceTemplate',
  educationMoved: 'App.Sms.EducationMovedTemplate',
  educationCancelled: 'App.Sms.EducationCancelledTemplate',
};

const fill = (text: string, params: MessageParams): string =>
  text.replace(/\{(\w+)\}/g, (_, name: keyof MessageParams) => params[name] ?? '');

export function messageText(
  purpose: MessagePurpose,
  culture: Culture,
  params: MessageParams,
): { readonly subject: string; readonly body: string } {
  const { subject, body } = words[purpose];
  return { subject: fill(subject[culture], params), body: fill(body[culture], params) };
}

/** The same params without what gives access to an account, for later reading. */
export const masked = (params: MessageParams): MessageParams => ({
  ...params,
  ...(params.code !== undefined && { code: '••••••' }),
  ...(params.link !== undefined && { link: '••••••' }),
});
