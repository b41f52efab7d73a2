import type { Wording } from '../../platform/texts/index.ts';

export const reportTemplateTexts: Readonly<Record<string, Wording>> = {
  'report-template.unknown-words': {
    'zh-Hans': '{field}：没有占位符 {words}，请改用：{known}',
    en: '{field}: there is no placeholder {words}; use one of {known}',
  },
  'report-template.loose-brackets': {
    'zh-Hans': '{field}中有没写完整的占位符，应写作 {{机构名称}}',
    en: '{field} holds an incomplete placeholder; write a name within two pairs of braces',
  },
  'report-template.default-disabled': {
    'zh-Hans': '默认模板不能停用，请先把另一个模板设为默认',
    en: 'The default cannot be disabled; make another template the default first',
  },
  'report-template.default-kind': {
    'zh-Hans': '默认模板不能更改报告类型，请先把另一个模板设为默认',
    en: 'The kind of a default stays; make another template the default first',
  },
  'report-template.disabled': { 'zh-Hans': '该模板已停用，请先启用', en: 'The template is disabled; enable it first' },
  'report-template.unknown-code': {
    'zh-Hans': '没有这个编码的模板，请核对',
    en: 'No template has this code; check it',
  },
  'report-template.format': {
    'zh-Hans': '格式只能是 html 或 pdf',
    en: 'The format is html or pdf',
  },
  'report-template.no-sample': {
    'zh-Hans': '还没有可以预览的记录，请先添加一条',
    en: 'There is no record to preview with; add one first',
  },
};
