import type { Wording } from '../../platform/texts/index.ts';

export const phoneAccessTexts: Readonly<Record<string, Wording>> = {
  'phone-access.ended': {
    'zh-Hans': '访问已结束，请联系工作人员重新发送链接',
    en: 'The access has ended; ask the staff for a new link',
  },
  'phone-access.code': {
    'zh-Hans': '验证码不正确或已失效，请核对或重新获取',
    en: 'The code is wrong or no longer valid; check it or ask for a new one',
  },
  'phone-access.used': {
    'zh-Hans': '该链接已使用过，请联系工作人员重新发送',
    en: 'The link has been used; ask the staff for a new one',
  },
  'phone-access.expired': {
    'zh-Hans': '该链接已过期，请联系工作人员重新发送',
    en: 'The link has expired; ask the staff for a new one',
  },
  'phone-access.revoked': {
    'zh-Hans': '该链接已撤销，请联系工作人员重新发送',
    en: 'The link was revoked; ask the staff for a new one',
  },
  'phone-access.many-open': {
    'zh-Hans': '您已有 {most} 个未完成的手机预约，请先取消其中之一，或联系工作人员',
    en: 'You have {most} open bookings made by phone; cancel one of them first, or ask the staff',
  },
  'phone-access.many-made': {
    'zh-Hans': '今天通过手机预约的次数已达上限，请明天再试，或联系工作人员',
    en: 'No more bookings by phone today; try again tomorrow, or ask the staff',
  },
  'phone-access.begun': {
    'zh-Hans': '该预约已开始或已办结，不能取消，请联系工作人员',
    en: 'The booking has begun or is closed and cannot be cancelled; ask the staff',
  },
  'phone-access.many-links': {
    'zh-Hans': '今天为该客户生成的链接已达上限，请使用最近的链接，或明天再试',
    en: 'No more links for this client today; use the newest one, or try again tomorrow',
  },
  'phone-access.client-ended': {
    'zh-Hans': '该客户已死亡、迁出或结案，不能发送链接；请先核对客户状态',
    en: 'The client has died, moved out or been closed and gets no link; check the state first',
  },
  'phone-access.no-phone': {
    'zh-Hans': '未登记可用的手机号，请先在客户或联系人中填写',
    en: 'No such number is stored; enter one for the client or a contact first',
  },
  'phone-access.not-stored': {
    'zh-Hans': '该手机号不属于该客户或其联系人，请选择已登记的号码',
    en: 'The number is none of the client or the contacts; choose a stored one',
  },
};
