import { defineChoices, defineStates } from '@kangmai/resource';

export const abnormalTypes = defineChoices({
  bpHigh: { label: '血压偏高', en: 'High blood pressure' },
  bpLow: { label: '血压偏低', en: 'Low blood pressure' },
  bpNight: { label: '夜间血压偏高', en: 'High blood pressure at night' },
  heartFast: { label: '心率过快', en: 'Fast heart rate' },
  heartSlow: { label: '心率过慢', en: 'Slow heart rate' },
  rhythm: { label: '心律不齐', en: 'Irregular rhythm' },
  spo2Low: { label: '血氧偏低', en: 'Low oxygen' },
  spo2High: { label: '吸氧血氧偏高', en: 'High oxygen on oxygen' },
  sugarHigh: { label: '血糖偏高', en: 'High glucose' },
  sugarLow: { label: '血糖偏低', en: 'Low glucose' },
  tempHigh: { label: '发热', en: 'Fever' },
  tempLow: { label: '体温过低', en: 'Low temperature' },
  uricHigh: { label: '尿酸偏高', en: 'High uric acid' },
  lipid: { label: '血脂异常', en: 'Abnormal lipids' },
  ketone: { label: '血酮偏高', en: 'High ketone' },
  weight: { label: '体重异常', en: 'Abnormal weight' },
  sleep: { label: '睡眠异常', en: 'Abnormal sleep' },
  breath: { label: '呼吸异常', en: 'Abnormal breathing' },
  inactive: { label: '活动过少', en: 'Inactive' },
  fall: { label: '跌倒', en: 'Fall', tone: 'bad' },
  sos: { label: '求助', en: 'SOS', tone: 'bad' },
  fence: { label: '电子围栏', en: 'Fence' },
  gateway: { label: '居家安全', en: 'Home safety' },
  wear: { label: '长时间未佩戴', en: 'Not worn' },
  offline: { label: '设备离线', en: 'Offline' },
  battery: { label: '低电量', en: 'Low battery' },
  check: { label: '数据待核实', en: 'To be checked' },
});

export const gatewayWarnings = defineChoices({
  sos: { label: '紧急求助', en: 'SOS' },
  fall: { label: '跌倒', en: 'Fall' },
  smoke: { label: '烟雾', en: 'Smoke' },
  gas: { label: '燃气泄漏', en: 'Gas leak' },
  co: { label: '一氧化碳', en: 'Carbon monoxide' },
  water: { label: '水浸', en: 'Water' },
  door: { label: '门未关', en: 'Door open' },
  inactive: { label: '长时间无活动', en: 'No activity' },
  leaveBed: { label: '夜间离床未归', en: 'Out of bed at night' },
  tempHigh: { label: '高温', en: 'High temperature' },
  tempLow: { label: '低温', en: 'Low temperature' },
  tamper: { label: '防拆', en: 'Tampered with' },
  battery: { label: '低电量', en: 'Low battery' },
  offline: { label: '离线', en: 'Offline' },
});

export const timeliness = defineChoices({
  live: { label: '实时', en: 'Live', wire: 0 },
  late: { label: '补传', en: 'Sent late', wire: 1 },
});

/** What of a case comes from a device reading that staff declared void. */
export const voidParts = defineChoices({
  nothing: { label: '无', en: 'Nothing', wire: 0 },
  level: { label: '级别', en: 'Level', wire: 1 },
  all: { label: '描述与级别', en: 'Description and level', wire: 2 },
});

export const caseStates = defineStates({
  open: { label: '未处理', en: 'Unhandled', wire: 0, tone: 'bad' },
  claimed: { label: '已认领', en: 'Claimed', wire: 1, tone: 'warn' },
  inProgress: { label: '处理中', en: 'In progress', wire: 2, tone: 'info' },
  handled: { label: '已处理', en: 'Handled', wire: 3, tone: 'good' },
  falseAlarm: { label: '误报', en: 'False alarm', wire: 4, tone: 'neutral', aside: true },
  recovered: { label: '自动恢复', en: 'Recovered by itself', wire: 5, tone: 'good', aside: true },
});

/** States of a case that nobody has ended yet. */
export const openCaseStates = ['open', 'claimed', 'inProgress'] as const;

export const callOutcomes = defineChoices({
  reachedPerson: { label: '已联系本人', en: 'Reached the person', wire: 1 },
  reachedGuardian: { label: '已联系监护人', en: 'Reached a guardian', wire: 2 },
  onSite: { label: '现场人员到达', en: 'Somebody is on site', wire: 3 },
  noAnswer: { label: '无人接听', en: 'No answer', wire: 4 },
  refused: { label: '拒接', en: 'Refused', wire: 5 },
  wrongNumber: { label: '号码错误', en: 'Wrong number', wire: 6 },
});

/** Whom staff call about a case. */
export const callees = defineChoices({
  person: { label: '本人', en: 'The person', wire: 1 },
  guardian: { label: '联系人', en: 'A contact', wire: 2 },
  house: { label: '机构', en: 'The house', wire: 3 },
});

export const caseActions = defineChoices({
  phoneVisit: { label: '电话随访', en: 'Visit by phone', wire: 1 },
  videoVisit: { label: '视频随访', en: 'Visit by video', wire: 2 },
  homeVisit: { label: '上门巡诊', en: 'Visit at home', wire: 3 },
  measureAgain: { label: '建议复测', en: 'Advised to measure again', wire: 4 },
  medication: { label: '用药指导', en: 'Advice on medication', wire: 5 },
  guardianTold: { label: '联系监护人', en: 'Guardian told', wire: 6 },
  seeDoctor: { label: '建议就医', en: 'Advised to see a doctor', wire: 7 },
  referral: { label: '转诊', en: 'Referred', wire: 8 },
  ambulance: { label: '呼叫120', en: 'Ambulance called', wire: 9 },
  deviceFault: { label: '设备问题', en: 'Device fault', wire: 10 },
  nothingNeeded: { label: '无需处理', en: 'Nothing needed', wire: 11 },
});

/** Until when a handled case is observed. */
export const observation = {
  label: '观察至',
  en: 'Observe until',
  hint: '到时之前，同类且未加重的读数只计数，不再通知',
  hintEn: 'Until then readings of the kind that are no worse are counted without a notice',
} as const;
