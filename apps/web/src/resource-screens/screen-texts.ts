import { defineTexts } from '../lib/i18n/texts.ts';

/** Words of the screens that are made from definitions. */
export const T = defineTexts('screens', {
  query: '查询', reset: '重置', unfold: '展开', fold: '收起', more: '更多筛选', moreUsed: '更多筛选（{n}）', create: '新增', emptyHint: '点击“{word}”添加第一条', newerLook: '列表设置已在另一处修改，已采用较新的设置',
  keyword: '关键字', actions: '操作', all: '全部', search: '{title}查询条件',
  total: '共 {n} 条', announce: '共 {n} 条，第 {p} 页', view: '查看', viewOf: '查看 {name}', editOf: '编辑 {name}', removeOf: '删除 {name}', moreOf: '更多 {name}',
  removeAsk: '确定删除“{name}”吗？', removeHint: '删除后可由管理员恢复', removed: '{title}删除成功', created: '{title}新增成功', saved: '{title}保存成功', done: '{action}成功',
  noRight: '没有“{name}”权限', noRightTitle: '无权查看', previous: '上一条', next: '下一条', detailOf: '{title}详情', createOf: '新增{title}', editTitle: '编辑{title}',
  saveMore: '保存并继续新增', wrong: '有 {n} 处填写有误', draft: '检测到未保存的草稿（{time}），是否恢复？', draftUse: '恢复', draftDrop: '丢弃',
  conflict: '该记录已被他人修改，请刷新后重试', conflictLatest: '查看最新', conflictGoOn: '继续编辑', leave: '当前内容尚未保存，确定离开吗？', stay: '留在此页', leaveNow: '离开',
  moreResults: '还有更多结果，请输入关键字', noOptions: '没有匹配的结果', optionsFailed: '选项加载失败', from: '{label} 从', to: '{label} 至', rangeReversed: '最大值不能小于最小值',
  maskedHint: '已隐藏部分内容，不修改则保持原值', secretHint: '留空则保持原值', image: '图片', pick: '选择{what}', file: '文件', other: '其他', id: '编号', createdAt: '创建时间',
  'field.required.enter': '请输入{label}', 'field.required.choose': '请选择{label}', 'field.too-long': '{label}不能超过{max}个字符', 'field.too-short': '{label}不能少于{min}个字符',
  'field.out-of-range': '{label}须在{min}到{max}之间', 'field.not-integer': '{label}须为整数', 'field.not-number': '{label}须为数字', 'field.in-future': '{label}不能晚于现在',
  'field.not-phone': '手机号格式不正确', 'field.unknown-choice': '请选择{label}', 'field.not-id': '请选择{label}', 'field.not-json': '{label}不是有效的JSON', 'field.wrong': '{label}格式不正确',
}, {
  query: 'Search', reset: 'Reset', unfold: 'More', fold: 'Less', more: 'More filters', moreUsed: 'More filters ({n})', create: 'New', emptyHint: 'Press “{word}” to add the first one', newerLook: 'This list was arranged anew elsewhere; the newer arrangement is shown',
  keyword: 'Keyword', actions: 'Actions', all: 'All', search: '{title}: filters',
  total: '{n} rows', announce: '{n} rows, page {p}', view: 'View', viewOf: 'View {name}', editOf: 'Edit {name}', removeOf: 'Delete {name}', moreOf: 'More {name}',
  removeAsk: 'Delete “{name}”?', removeHint: 'An administrator can restore it', removed: '{title}: deleted', created: '{title}: created', saved: '{title}: saved', done: '{action}: done',
  noRight: 'You lack the permission “{name}”', noRightTitle: 'No permission', previous: 'Previous', next: 'Next', detailOf: '{title}: details', createOf: 'New {title}', editTitle: 'Edit {title}',
  saveMore: 'Save and add another', wrong: '{n} fields need attention', draft: 'There is an unsaved draft ({time}). Restore it?', draftUse: 'Restore', draftDrop: 'Discard',
  conflict: 'Somebody else has changed this record; refresh and try again', conflictLatest: 'Show latest', conflictGoOn: 'Go on editing', leave: 'There are unsaved changes. Leave anyway?', stay: 'Stay', leaveNow: 'Leave',
  moreResults: 'There are more results, please type a keyword', noOptions: 'No match', optionsFailed: 'Options could not be loaded', from: '{label} from', to: '{label} to', rangeReversed: 'The maximum cannot be below the minimum',
  maskedHint: 'Partly hidden; leave as it is to keep it', secretHint: 'Leave empty to keep it', image: 'Picture', pick: 'Choose {what}', file: 'File', other: 'Other', id: 'Number', createdAt: 'Created at',
  'field.required.enter': 'Enter {label}', 'field.required.choose': 'Choose {label}', 'field.too-long': '{label} cannot exceed {max} characters', 'field.too-short': '{label} needs at least {min} characters',
  'field.out-of-range': '{label} must be between {min} and {max}', 'field.not-integer': '{label} must be a whole number', 'field.not-number': '{label} must be a number', 'field.in-future': '{label} cannot lie in the future',
  'field.not-phone': 'Not a phone number', 'field.unknown-choice': 'Choose {label}', 'field.not-id': 'Choose {label}', 'field.not-json': '{label} is not valid JSON', 'field.wrong': '{label} is not in the right format',
});
