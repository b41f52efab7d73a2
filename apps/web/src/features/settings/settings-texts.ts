import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'businessSettings',
  {
    title: '业务设置',
    save: '保存',
    saved: '已保存',
    resetDone: '已恢复默认',
    reset: '恢复默认',
    askReset: '把「{group}」的设置全部恢复为默认值？',
    usual: '默认：{value}',
    on: '开',
    off: '关',
    empty: '空',
    required: '请填写{label}',
    viewOnly: '您可以查看设置，不能修改',
  },
  {
    title: 'Business settings',
    save: 'Save',
    saved: 'Saved',
    resetDone: 'The usual values are back',
    reset: 'Back to defaults',
    askReset: 'Set all of “{group}” back to the defaults?',
    usual: 'Default: {value}',
    on: 'on',
    off: 'off',
    empty: 'empty',
    required: 'Enter {label}',
    viewOnly: 'You may look at the settings, not change them',
  },
);
