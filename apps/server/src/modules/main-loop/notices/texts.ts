import type { Wording } from '../../../platform/texts/index.ts';

export const alarmTexts: Readonly<Record<string, Wording>> = {
  'policy.screen-needs-user': {
    'zh-Hans': '该步骤只有系统内通知，但接收人都不登录系统；请增加短信、电话等渠道，或选择会登录的接收人',
    en: 'This rung is shown on screens alone, and none of its receivers signs in: add SMS or phone, or a receiver who does',
  },
  'policy.first-too-late': {
    'zh-Hans': '第一步来得太晚：危急级最迟10分钟，警告级最迟60分钟，请改小',
    en: 'The first rung is too late: at most 10 minutes at level 4, 60 at level 3; make it earlier',
  },
  'policy.no-rung': {
    'zh-Hans': '警告级和危急级策略至少需要一个升级步骤，请添加步骤',
    en: 'A policy of level 3 or 4 needs at least one rung: add one',
  },
  'policy.not-ascending': {
    'zh-Hans': '各步骤的时间须依次递增，请填写比上一步更大的分钟数',
    en: 'Rungs ascend in time: enter more minutes than the rung before has',
  },
  'policy.receiver-needed': {
    'zh-Hans': '每个步骤至少需要一个接收人，请选择接收人',
    en: 'Each rung needs at least one receiver: choose one',
  },
  'policy.channel-needed': {
    'zh-Hans': '每个步骤至少需要一个渠道，请选择渠道',
    en: 'Each rung needs at least one channel: choose one',
  },
  'policy.repeat-needed': {
    'zh-Hans': '警告级和危急级告警无人处理时须重复通知，请填写末步重复间隔',
    en: 'Alarms of levels 3 and 4 repeat while nobody answers: enter how often the last rung is repeated',
  },
  'policy.last-critical': {
    'zh-Hans': '这是最后一个适用于全部来源的有效危急级策略，请先启用另一个再停用、改变或删除它',
    en: 'This is the last valid policy of level 4 for all sources: make another one valid before you switch it off, change or delete it',
  },
  'alarm-notice.not-receiver': {
    'zh-Hans': '只有接收人本人可以确认知晓该通知',
    en: 'Only the receiver of a notice can acknowledge it',
  },
  'alarm-notice.not-callable': {
    'zh-Hans': '站内通知不需要拨打电话，请在异常处置中登记联系结果',
    en: 'A notice on a screen needs no call: log the contact with the case',
  },
  'alarm-notice.not-sendable': {
    'zh-Hans': '站内通知和无接收人的步骤不能重发，请直接联系相关人员',
    en: 'Notices on screens and rungs without a receiver cannot be sent again: contact the people directly',
  },
  'alarm-notice.resent-enough': {
    'zh-Hans': '该通知已重发{most}次，不能再重发，请直接联系接收人',
    en: 'This notice was sent again {most} times already: contact the receiver directly',
  },
};
