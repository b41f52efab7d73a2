import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts('alerts', {
  title: '异常数据', listName: '异常列表', choose: '请从左侧选择一条异常', unknownPerson: '未绑定客户', trend: '前后7天趋势', contacts: '联系记录', changes: '处理记录', guardians: '监护人', noContacts: '暂无联系记录', noChanges: '暂无处理记录',
  claim: '认领', release: '退回', contact: '登记联系', handle: '处理完成', falseAlarm: '误报', reopen: '重新打开', claimed: '已认领', done: '{action}成功',
  needsOutcome: '请填写处理结果', needsReason: '请填写误报原因', contactFirst: '危急级别须先联系到本人或监护人', took: '{who} 已认领', reopenHint: '处理后24小时内可重新打开', reopenLate: '处理超过24小时，不能重新打开',
  latest: '最近时间', started: '开始时间', count: '次数', peak: '峰值', range: '参考范围', device: '设备', next: '下次升级', page: '第 {p} 页', previousPage: '上一页', nextPage: '下一页', changed: '{who} {what}', loadedNew: '有新的异常', ambulance: '确定已呼叫120？', system: '系统', total: '共 {n} 条', tickOf: '选择 {name}', ticked: '已选择 {n} 项', untick: '取消选择', batch: '批量处理', batchTitle: '批量处理 {n} 条异常', batchDone: '{n} 条异常处理成功', batchPart: '成功 {a} 条，失败 {b} 条', tooHigh: '警告和危急级别须逐条处理', closed: '该异常已结束', gone: '记录不存在或已被删除',
}, {
  title: 'Abnormal data', listName: 'Cases', choose: 'Choose a case at the left', unknownPerson: 'No bound client', trend: 'Seven days around it', contacts: 'Contacts', changes: 'What was done', guardians: 'Guardians', noContacts: 'No contact yet', noChanges: 'Nothing done yet',
  claim: 'Claim', release: 'Give back', contact: 'Log a contact', handle: 'Handled', falseAlarm: 'False alarm', reopen: 'Reopen', claimed: 'Claimed', done: '{action}: done',
  needsOutcome: 'Enter the result', needsReason: 'Give the reason', contactFirst: 'A critical case needs a contact with the person or a guardian first', took: '{who} has claimed it', reopenHint: 'A case can be reopened for 24 hours', reopenLate: 'More than 24 hours have passed since it was handled',
  latest: 'Latest', started: 'Started', count: 'Readings', peak: 'Worst value', range: 'Reference range', device: 'Device', next: 'Next rung due', page: 'Page {p}', previousPage: 'Previous page', nextPage: 'Next page', changed: '{who} {what}', loadedNew: 'New abnormal data', ambulance: 'Was the ambulance called?', system: 'System', total: '{n} rows', tickOf: 'Select {name}', ticked: '{n} selected', untick: 'Clear selection', batch: 'Handle together', batchTitle: 'Handle {n} cases', batchDone: '{n} cases handled', batchPart: '{a} handled, {b} refused', tooHigh: 'Warnings and critical cases are handled one by one', closed: 'This case is closed', gone: 'It does not exist or was deleted',
});
