import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts('rules', {
  or: '，或', and: '且', list: '；', years: '{n}岁以下（含）', from: '{n}岁及以上', male: '男', female: '女', symptom: '伴有症状', rest: '静息', active: '活动', asleep: '睡眠',
  line: '{base} {slope} × 年龄', lineBoth: '男 {base} {slope} × 年龄，女 {base} {slopeFemale} × 年龄', step: '{age}岁内 {value}', place1: '家庭测量', place2: '诊室或站点测量', oxygen0: '吸空气', oxygen1: '吸氧',
  also: '同时有{tags}', without: '无{tags}', distinctDays: '分别在不同日期', reportOnly: '仅用于报告，不产生异常',
  share: '同一天最近 {of} 次中有 {met} 次{metric}', days: '最近 {of} 天中有 {met} 天{metric} {op} {value}', belowMedian: '{metric}连续 {met} 天低于近 {days} 天中位数的 {percent}%',
  notWorn: '未佩戴', offline: '设备离线', battery: '电量', implausible: '数值可疑且未复测', sos: '发出紧急求助', fenceLeft: '离开电子围栏', outOfBed: '夜间离床未回', forMinutes: '达 {n} 分钟', belowPercent: '低于 {n}%', raised: '{what}时升为 {level}',
  confirmOf: '确认 {name}', othersHint: '由他人确认：警告和危急级别的规则须由修改人以外的人员确认',
  irregular: '心律不齐', waking: '静默时段内顺延到时段结束', sosWearer: '仅限支持紧急求助的设备', gateway: '家庭网关', replacesGeneral: '替代通用规则', added: '达到 {value} 时附加“{text}”', rise: '{metric} {days} 天内增加达到 {amount}', fall: '{metric} {days} 天内减少达到 {amount}',
}, {
  or: ', or ', and: ' and ', list: '; ', years: 'up to {n} years', from: '{n} years and over', male: 'men', female: 'women', symptom: 'with symptoms', rest: 'at rest', active: 'active', asleep: 'asleep',
  line: '{base} {slope} × age', lineBoth: 'men {base} {slope} × age, women {base} {slopeFemale} × age', step: 'to age {age}: {value}', place1: 'measured at home', place2: 'measured at a clinic or station', oxygen0: 'breathing air', oxygen1: 'on oxygen',
  also: 'who also have {tags}', without: 'without {tags}', distinctDays: 'on different days', reportOnly: 'for reports only, no case',
  share: '{met} of the last {of} readings of a day: {metric}', days: '{metric} {op} {value} on {met} of the last {of} days', belowMedian: '{metric} below {percent}% of the median of {days} days, {met} days in a row',
  notWorn: 'not worn', offline: 'device offline', battery: 'battery', implausible: 'doubtful and not measured again', sos: 'called for help', fenceLeft: 'left the fence', outOfBed: 'out of bed at night', forMinutes: 'for {n} minutes', belowPercent: 'below {n}%', raised: '{level} when {what}',
  confirmOf: 'Confirm {name}', othersHint: 'Confirmed by somebody else: rules of level 3 and 4 are confirmed by somebody other than their author',
  irregular: 'Irregular rhythm', waking: 'in quiet hours put off to their end', sosWearer: 'only devices with an SOS key', gateway: 'home gateway', replacesGeneral: 'in place of the general rules', added: 'from {value} on adds “{text}”', rise: '{metric} rose by {amount} within {days} days', fall: '{metric} fell by {amount} within {days} days',
});
