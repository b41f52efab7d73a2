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
  'import.too-many-corrections': {
    'zh-Hans': '在线最多修改 {most} 行，请修改文件后重新上传',
    en: 'At most {most} rows are corrected here; correct the file and upload it again',
  },
  'import.correction-too-long': {
    'zh-Hans': '一次最多填写 {most} 个字，请缩短内容，或修改文件后重新上传',
    en: 'At most {most} characters at a time; shorten them, or correct the file and upload it again',
  },
  'import.kind-unsupported': {
    'zh-Hans': '暂不支持导入{kind}，请选择其他类型',
    en: 'Import of {kind} is not supported yet; choose another kind',
  },
  'import.kind-of': {
    'zh-Hans': '该类型包含多种数据，请选择其中一种',
    en: 'This kind has several sorts of data; choose one of them',
  },
  'import.ask': {
    'zh-Hans': '有 {count} 行系统中已存在，请选择跳过或更新',
    en: '{count} rows exist already; choose to skip or to update them',
  },
  'import.report.wrong': { 'zh-Hans': '错误行', en: 'rows with problems' },
  'import.report.reason': { 'zh-Hans': '原因', en: 'Reason' },
  'import.report.unlisted': {
    'zh-Hans': '问题过多，未逐行列出，请先修正前面的行再重新上传',
    en: 'Too many problems to list all; correct the rows above first and upload again',
  },
};
