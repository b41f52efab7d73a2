import { defineTexts } from '../../lib/i18n/texts.ts';

/** Words of the preferences of one's own account. */
export const P = defineTexts(
  'preferences',
  {
    preferences: '个人偏好', preferencesHint: '保存在账号中，换一台电脑登录同样有效', preferenceSaved: '偏好已保存', preferenceFailed: '保存偏好失败',
    theme: '主题', 'theme.light': '浅色', 'theme.dark': '深色', 'theme.system': '跟随系统',
    menuTheme: '菜单主题', 'menuTheme.dark': '深色', 'menuTheme.light': '浅色',
    menuOpening: '菜单展开', 'menuOpening.single': '只展开一组', 'menuOpening.several': '可展开多组',
    afterClose: '关闭后跳转', 'afterClose.second': '第二个标签', 'afterClose.neighbour': '相邻标签', 'afterClose.recent': '最近使用',
    zoom: '显示缩放', 'zoom.auto': '自动', 'zoom.proportional': '等比缩放', 'zoom.off': '关闭',
    fontSize: '字号', 'fontSize.standard': '标准', 'fontSize.large': '大', 'fontSize.larger': '特大',
    density: '列表密度', 'density.standard': '标准', 'density.compact': '紧凑', 'density.loose': '宽松',
    autoLockMinutes: '自动锁屏', lockNever: '从不', lockAfter: '{n}分钟无操作',
  },
  {
    preferences: 'Preferences', preferencesHint: 'Kept with the account, on every computer', preferenceSaved: 'Preference saved', preferenceFailed: 'The preference was not saved',
    theme: 'Theme', 'theme.light': 'Light', 'theme.dark': 'Dark', 'theme.system': 'As the system',
    menuTheme: 'Menu', 'menuTheme.dark': 'Dark', 'menuTheme.light': 'Light',
    menuOpening: 'Groups of the menu', 'menuOpening.single': 'One open', 'menuOpening.several': 'Several open',
    afterClose: 'After closing a tab', 'afterClose.second': 'Second tab', 'afterClose.neighbour': 'Neighbour', 'afterClose.recent': 'Last used',
    zoom: 'Zoom', 'zoom.auto': 'Automatic', 'zoom.proportional': 'Proportional', 'zoom.off': 'Off',
    fontSize: 'Text size', 'fontSize.standard': 'Standard', 'fontSize.large': 'Large', 'fontSize.larger': 'Larger',
    density: 'Density of lists', 'density.standard': 'Standard', 'density.compact': 'Compact', 'density.loose': 'Loose',
    autoLockMinutes: 'Lock the screen', lockNever: 'Never', lockAfter: 'After {n} idle minutes',
  },
);
