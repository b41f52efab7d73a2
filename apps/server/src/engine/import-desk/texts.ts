import type { Wording } from '../../platform/texts/index.ts';

export const deskTexts: Readonly<Record<string, Wording>> = {
  'import.line-changed': {
    'zh-Hans': '该行已在别处修改，请刷新后再修改',
    en: 'This row was corrected elsewhere; refresh, then correct it again',
  },
  'import.not-correctable': {
    'zh-Hans': '该批次不能在线修改，请修改文件后重新上传',
    en: 'The rows of this import cannot be corrected here; correct the file and upload it again',
  },
  'import.report.wrong': { 'zh-Hans': '错误行', en: 'rows with problems' },
  'import.report.reason': { 'zh-Hans': '原因', en: 'Reason' },
  'import.report.unlisted': {
    'zh-Hans': '问题过多，未逐行列出，请先修正前面的行再重新上传',
    en: 'Too many problems to list all; correct the rows above first and upload again',
  },
};
