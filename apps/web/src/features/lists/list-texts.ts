import { defineTexts } from '../../lib/i18n/texts.ts';

/** Words of what every list offers beside its table. */
export const T = defineTexts('lists', {
  density: '密度', large: '宽松', medium: '标准', small: '紧凑', columns: '列设置', restore: '恢复默认', up: '上移 {name}', down: '下移 {name}', widthOf: '{name}列宽', pinOf: '固定 {name}', pinNone: '不固定', pinLeft: '左侧', pinRight: '右侧', widthAuto: '自动',
  views: '视图', viewNow: '视图：{name}', viewNone: '默认视图', viewChanged: '{name}（已修改）', own: '我的视图', shared: '共享视图', sharedBy: '{name}（{owner}）', saveAs: '保存为视图', update: '更新当前视图', edit: '修改名称与共享', makeDefault: '设为默认视图', noDefault: '取消默认视图',
  removeView: '删除当前视图', removeViewAsk: '确定删除视图“{name}”吗？', removeViewHint: '共享给他人的视图也会一并消失', viewName: '视图名称', nameNeeded: '请输入视图名称', whoSees: '谁可以使用', onlyMe: '仅自己', tenant: '本机构所有人', openWith: '打开列表时默认使用', unkept: '证件号码、手机号码等条件不会保存在视图中', viewSaved: '视图已保存', viewRemoved: '视图已删除',
  filters: '当前条件', removeFilter: '去掉条件 {name}', keyword: '关键字',
  outcome: '成功 {a} 条，失败 {b} 条', outcomeGood: '成功 {n} 条', refusals: '失败的记录', record: '记录', reason: '原因', selected: '已选择 {n} 项', selectedWhole: '已选择符合条件的全部 {n} 条', selectWhole: '全选符合条件的 {n} 条', unselect: '取消选择', removeSelected: '删除所选', exportSelected: '导出所选',
  removeMany: '确定删除所选的 {n} 项吗？', removeHint: '删除后可由管理员恢复', typeNumber: '请输入条数 {n} 以确认', manyOf: '{action}（{n} 条）', begunTask: '记录较多，已转为任务，可在右上角“任务”中查看进度',
  keys: '快捷键', keySearch: '到查询条件', keyNew: '新增', keyRefresh: '刷新', keyRows: '上下移动行', keyTick: '选择当前行', keyOpen: '打开当前行', keyEdit: '编辑当前行', keysOn: '启用字母快捷键',
  range: '{from} 至 {to}', print: '打印', printPage: '打印本页（{n} 条）', printAll: '打印全部（{n} 条）', printFirst: '打印前 {n} 条', printFilters: '查询条件：', printNoFilter: '全部', printedAt: '打印时间：{at}　打印人：{who}　本次打印 {n} 条，共 {total} 条',
  export: '导出', begunExport: '数据较多，已转为任务，完成后可在右上角“任务”中下载',
  begunBesideOthers: '您有其他导出正在进行，已转为任务，完成后可在右上角“任务”中下载',
  tasks: '任务', tasksCount: '任务，{n} 个待查看', tasksNone: '没有导出或批量任务', exportOf: '导出 {title}', batchOf: '{action} {title}',
  taskWaiting: '排队中', taskRunning: '已处理 {n} / {total} 条', taskCancelled: '已取消', exportKept: '共 {n} 条，保留至 {until}', taskFile: '下载', taskProblems: '失败明细', taskCancelOf: '取消 {name}', taskFileOf: '下载 {name}', taskProblemsOf: '失败明细 {name}', taskDropOf: '删除 {name}',
  exportReady: '{title}导出已完成，可在右上角“任务”中下载', batchReady: '{title}批量处理已完成', taskFailed: '{title}任务失败：{why}',
}, {
  density: 'Density', large: 'Loose', medium: 'Normal', small: 'Compact', columns: 'Columns', restore: 'Restore defaults', up: 'Move {name} up', down: 'Move {name} down', widthOf: 'Width of {name}', pinOf: 'Pin {name}', pinNone: 'Not pinned', pinLeft: 'Left', pinRight: 'Right', widthAuto: 'auto',
  views: 'Views', viewNow: 'View: {name}', viewNone: 'Default', viewChanged: '{name} (changed)', own: 'My views', shared: 'Shared views', sharedBy: '{name} ({owner})', saveAs: 'Save as a view', update: 'Update this view', edit: 'Rename and share', makeDefault: 'Open the list with this view', noDefault: 'No longer open with this view',
  removeView: 'Delete this view', removeViewAsk: 'Delete the view “{name}”?', removeViewHint: 'Those you share it with lose it too', viewName: 'Name', nameNeeded: 'Enter a name', whoSees: 'Who may use it', onlyMe: 'Only me', tenant: 'Everybody here', openWith: 'Open the list with it', unkept: 'Identity numbers, phones and the like are not kept in a view', viewSaved: 'The view was saved', viewRemoved: 'The view was deleted',
  filters: 'Filters in use', removeFilter: 'Remove filter {name}', keyword: 'Keyword',
  outcome: '{a} done, {b} failed', outcomeGood: '{n} done', refusals: 'Rows that failed', record: 'Row', reason: 'Reason', selected: '{n} selected', selectedWhole: 'All {n} rows that meet the filters are selected', selectWhole: 'Select all {n} that meet the filters', unselect: 'Clear selection', removeSelected: 'Delete selected', exportSelected: 'Export selected',
  removeMany: 'Delete the {n} selected rows?', removeHint: 'An administrator can restore them', typeNumber: 'Type the number {n} to confirm', manyOf: '{action} ({n} rows)', begunTask: 'These are many rows: a task does it, see “Tasks” at the top right',
  keys: 'Keys', keySearch: 'to the search form', keyNew: 'new row', keyRefresh: 'refresh', keyRows: 'along the rows', keyTick: 'select the row', keyOpen: 'open the row', keyEdit: 'edit the row', keysOn: 'Use letters as keys',
  range: '{from} to {to}', print: 'Print', printPage: 'Print this page ({n} rows)', printAll: 'Print all ({n} rows)', printFirst: 'Print the first {n} rows', printFilters: 'Filters: ', printNoFilter: 'none', printedAt: 'Printed at {at} by {who}, {n} of {total} rows',
  export: 'Export', begunExport: 'These are many rows: a task writes the file, fetch it from “Tasks” at the top right',
  begunBesideOthers: 'Other exports of yours are under way: a task writes the file, fetch it from “Tasks” at the top right',
  tasks: 'Tasks', tasksCount: 'Tasks, {n} to look at', tasksNone: 'No exports or actions on many rows', exportOf: 'Export: {title}', batchOf: '{action}: {title}',
  taskWaiting: 'Waiting', taskRunning: '{n} of {total} rows', taskCancelled: 'Cancelled', exportKept: '{n} rows, kept until {until}', taskFile: 'Download', taskProblems: 'What failed', taskCancelOf: 'Cancel {name}', taskFileOf: 'Download {name}', taskProblemsOf: 'What failed in {name}', taskDropOf: 'Delete {name}',
  exportReady: '{title}: the export is ready under “Tasks” at the top right', batchReady: '{title}: the rows are done', taskFailed: '{title}: the task failed: {why}',
});
