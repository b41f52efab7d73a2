import type { Wording } from '../../../platform/texts/index.ts';

export const caseTexts: Readonly<Record<string, Wording>> = {
  'case.claimed': {
    'zh-Hans': '{who} 已认领该异常，请与其联系或选择其他异常',
    en: '{who} has claimed this case; talk to that person, or take another case',
  },
  'case.contact-of-other': {
    'zh-Hans': '该联系人不属于此客户，请从本异常的联系人中选择',
    en: 'This contact belongs to another person; choose one of the contacts of this case',
  },
  'case.no-call-record': {
    'zh-Hans': '没有这条通话记录，请留空并在备注中写明通话情况',
    en: 'There is no such call record; leave it empty and describe the call in the note',
  },
  'case.figures-order': {
    'zh-Hans': '开始时间不能晚于结束时间，请重新选择时间段',
    en: 'The period begins after its end; choose another one',
  },
  'case.figures-days': {
    'zh-Hans': '统计时间段最多92天，请缩短时间段',
    en: 'Figures cover at most 92 days; choose a shorter period',
  },
  'case.not-open': {
    'zh-Hans': '该异常已结束，不能再操作，请刷新查看最新状态',
    en: 'This case is closed; refresh to see its present state',
  },
  'case.needs-handling': { 'zh-Hans': '请选择处理方式', en: 'Choose how it was handled' },
  'case.needs-outcome': {
    'zh-Hans': '警告和危急级别须填写至少 5 个字的处理结果',
    en: 'Warnings and critical cases need an outcome of at least 5 characters',
  },
  'case.needs-reason': {
    'zh-Hans': '请填写误报原因（警告和危急级别至少 5 个字）',
    en: 'Say why it was a false alarm (at least 5 characters from level 3)',
  },
  'case.needs-contact': {
    'zh-Hans': '危急级别须先登记已联系本人、监护人或现场人员到达',
    en: 'A critical case needs a proven contact first',
  },
  'case.outcome-by-contact': {
    'zh-Hans': '联系结果只能通过登记联系写入',
    en: 'The contact outcome is written by logging a contact',
  },
  'case.ends-first': { 'zh-Hans': '最近时间不能早于开始时间', en: 'It cannot end before it began' },
  'case.before-birth': {
    'zh-Hans': '开始时间不能早于客户的出生日期',
    en: 'It cannot begin before the person was born',
  },
  'by-hand.ahead': { 'zh-Hans': '{field}不能晚于当前时间', en: '{field} cannot lie in the future' },
  'case.too-late': {
    'zh-Hans': '结束超过24小时的异常不能重新打开，请新登记一条',
    en: 'A case can be reopened within 24 hours only; record a new one',
  },
  'case.observe-by-handling': {
    'zh-Hans': '“观察至”只能在处理完成时设置；要提前结束，请使用“结束观察”',
    en: 'An observation begins when the case is handled; to end it sooner, use “End the observation”',
  },
  'case.observe-readings': {
    'zh-Hans': '只有某位客户测量读数的异常可以观察，请清空“观察至”',
    en: 'Only readings of a person can be observed; leave the time empty',
  },
  'case.observe-past': { 'zh-Hans': '“观察至”须晚于现在，请重新选择', en: 'Choose a time after now' },
  'case.observe-too-long': {
    'zh-Hans': '该级别最多观察{hours}小时，请选择更早的时间',
    en: 'A case of this level is observed for at most {hours} hours; choose an earlier time',
  },
  'case.observe-critical': {
    'zh-Hans': '危急异常只能由有“观察危急异常”权限的医生设置观察，请清空“观察至”或请医生处理',
    en: 'Critical cases are observed by doctors with the right to do so; leave the time empty or ask a doctor',
  },
  'case.not-observed': {
    'zh-Hans': '该异常不在观察中，请刷新查看最新状态',
    en: 'This case is not under observation; refresh to see its present state',
  },
  'case.level-too-high': {
    'zh-Hans': '警告和危急级别须逐条处理',
    en: 'Warnings and critical cases are handled one by one',
  },
  'rule.person-needs': {
    'zh-Hans': '个人阈值须填写客户、设定理由和有效期',
    en: 'Limits of a person need the person, a reason and an end date',
  },
  'rule.system': {
    'zh-Hans': '系统内置规则不能删除，可以停用或恢复默认',
    en: 'Built-in rules cannot be deleted; switch them off or reset them',
  },
  'rule.own-confirmation': {
    'zh-Hans': '警告和危急级别的规则须由修改人以外的人员确认',
    en: 'A rule of level 3 or 4 is confirmed by somebody other than its author',
  },
  'rule.old-version': { 'zh-Hans': '规则已有新版本，请刷新后确认', en: 'The rule has a newer version; refresh first' },
  'case.help-is-critical': { 'zh-Hans': '求助和跌倒的级别须为危急', en: 'Calls for help and falls are critical' },
  'sos.needs-contact': {
    'zh-Hans': '最近一次求助之后还没有联系到人，请先登记联系本人、监护人或现场人员的结果',
    en: 'Nobody was reached since the last call: log a contact with the person, a guardian or somebody there first',
  },
  'sos.too-old': { 'zh-Hans': '只能登记24小时内的求助', en: 'Only calls of the last 24 hours can be recorded' },
  'sos.recorded-waiting': {
    'zh-Hans': '登记求助时状态须为待响应，之后再响应和处理',
    en: 'A call is recorded as waiting, then answered and closed',
  },
  'sos.cancelled-by-wearer': { 'zh-Hans': '用户取消只能由设备上报', en: 'Only the wearer cancels, on the device' },
  'sos.false-alarm-cause': {
    'zh-Hans': '误报的原因须为误触或测试',
    en: 'A false alarm was touched by accident or a trial',
  },
};
