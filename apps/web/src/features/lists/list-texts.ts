import { defineTexts } from '../../lib/i18n/texts.ts';

/** Words of what every list offers beside its table. */
export const T = defineTexts('lists', {
  density: '密度', large: '宽松', medium: '标准', small: '紧凑', columns: '列设置', restore: '恢复默认', up: '上移 {name}', down: '下移 {name}', widthOf: '{name}列宽', pinOf: '固定 {name}', pinNone: '不固定', pinLeft: '左侧', pinRight: '右侧', widthAuto: '自动',
  views: '视图', viewNow: '视图：{name}', viewNone: '默认视图', viewChanged: '{name}（已修改）', own: '我的视图', shared: '共享视图', sharedBy: '{name}（{owner}）', saveAs: '保存为视图', update: '更新当前视图', edit: '修改名称与共享', makeDefault: '设为默认视图', noDefault: '取消默认视图',
  removeView: '删除当前视图', removeViewAsk: '确定删除视图“{name}”吗？', removeViewHint: '共享给他人的视图也会一并消失', viewName: '视图名称', nameNeeded: '请输入视图名称', whoSees: '谁可以使用', onlyMe: '仅自己', tenant: '本机构所有人', openWith: '打开列表时默认使用', unkept: '证件号码、手机号码等条件不会保存在视图中', viewSaved: '视图已保存', viewRemoved: '视图已删除',
  filters: '当前条件', removeFilter: '去掉条件 {name}', keyword: '关键字',
  removeFailed: '成功 {a} 条，失败 {b} 条', selected: '已选择 {n} 项', unselect: '取消选择', removeSelected: '删除所选', removeMany: '确定删除所选的 {n} 项吗？', removeHint: '删除后可由管理员恢复',
  export: '导出',
}, {
  density: 'Density', large: 'Loose', medium: 'Normal', small: 'Compact', columns: 'Columns', restore: 'Restore defaults', up: 'Move {name} up', down: 'Move {name} down', widthOf: 'Width of {name}', pinOf: 'Pin {name}', pinNone: 'Not pinned', pinLeft: 'Left', pinRight: 'Right', widthAuto: 'auto',
  views: 'Views', viewNow: 'View: {name}', viewNone: 'Default', viewChanged: '{name} (changed)', own: 'My views', shared: 'Shared views', sharedBy: '{name} ({owner})', saveAs: 'Save as a view', update: 'Update this view', edit: 'Rename and share', makeDefault: 'Open the list with this view', noDefault: 'No longer open with this view',
  removeView: 'Delete this view', removeViewAsk: 'Delete the view “{name}”?', removeViewHint: 'Those you share it with lose it too', viewName: 'Name', nameNeeded: 'Enter a name', whoSees: 'Who may use it', onlyMe: 'Only me', tenant: 'Everybody here', openWith: 'Open the list with it', unkept: 'Identity numbers, phones and the like are not kept in a view', viewSaved: 'The view was saved', viewRemoved: 'The view was deleted',
  filters: 'Filters in use', removeFilter: 'Remove filter {name}', keyword: 'Keyword',
  removeFailed: '{a} deleted, {b} failed', selected: '{n} selected', unselect: 'Clear selection', removeSelected: 'Delete selected', removeMany: 'Delete the {n} selected rows?', removeHint: 'An administrator can restore them',
  export: 'Export',
});
