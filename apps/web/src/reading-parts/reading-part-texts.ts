import { defineTexts } from '../lib/i18n/texts.ts';

export const T = defineTexts('reading-parts', {
  correct: '更正', correctOf: '更正{name}', correctTitle: '更正{kind}', void: '作废', voidOf: '作废{name}', voidTitle: '作废{kind}', reason: '原因', reasonShort: '原因至少填写3个字', reasonHint: '将与原值一起保存在记录中', corrected: '已更正', twin: '重复', twinHint: '与另一来源重复，不重复计数', voided: '已作废',
  former: '原值 {figures}', by: '{who} {time}', bySource: '设备来源 {time}', didCorrect: '{kind}已更正，相关异常将重新判定', didVoid: '{kind}已作废，相关异常将重新判定', person: '客户', value: '测量值', measuredAt: '测量时间',
  voidHint: '作废后，该值不再计入曲线、统计和判定，但记录会保留。', deviceHint: '由设备上报：危急和警告异常不会因作废而结束，仍须按规定联系并处理。', pressureOrder: '收缩压须大于舒张压', detail: '{kind}详情', history: '更正记录', gone: '该测量值不存在，或已被更正',
}, {
  correct: 'Correct', correctOf: 'Correct {name}', correctTitle: 'Correct {kind}', void: 'Void', voidOf: 'Declare {name} void', voidTitle: 'Declare void: {kind}', reason: 'Reason', reasonShort: 'Give a reason of at least three letters or digits', reasonHint: 'Kept in the record with the former value', corrected: 'Corrected', twin: 'Double', twinHint: 'The same as from another source; counted once', voided: 'Void',
  former: 'Before: {figures}', by: '{who} {time}', bySource: 'Source of the device {time}', didCorrect: '{kind} corrected; its cases are judged again', didVoid: '{kind} declared void; its cases are judged again', person: 'Client', value: 'Value', measuredAt: 'Measured at',
  voidHint: 'A void value no longer counts in curves, statistics and judgements. Its record stays.', deviceHint: 'A device sent it: critical and warning cases do not end by this. They still need a contact and are handled as usual.', pressureOrder: 'Systolic must be above diastolic', detail: '{kind}: details', history: 'Corrections', gone: 'This reading does not exist, or was corrected',
});
