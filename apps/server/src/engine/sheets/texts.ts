import type { Wording } from '../../platform/texts/index.ts';

export const importTexts: Readonly<Record<string, Wording>> = {
  'import.given-up': {
    'zh-Hans': '处理两次都中断了，已停止，数据没有变化。请检查文件后重新上传',
    en: 'The work broke off twice and was stopped; no data have changed. Check the file and upload it again',
  },
  'import.over': { 'zh-Hans': '该导入已经结束，不能取消', en: 'This import is over and cannot be cancelled' },
  'import.too-many-open': {
    'zh-Hans': '您已有 {max} 个导入在进行，请等其中一个完成后再试',
    en: 'You have {max} imports under way; wait until one of them is done',
  },
  'import.user-gone': {
    'zh-Hans': '提交导入的用户已停用或机构已停用，请由其他用户重新导入',
    en: 'The user of this import, or the organisation, is no longer active; somebody else has to import it again',
  },
  'import.missing-columns': {
    'zh-Hans': '文件缺少必填列：{columns}。请使用最新的模板，或在列表中显示这些列后重新导出',
    en: 'Columns that must be filled are missing: {columns}. Use the newest template, or show them in the list and export again',
  },
  'import.empty': { 'zh-Hans': '文件没有数据，请填写后上传', en: 'The file is empty; fill it in' },
  'import.file-gone': { 'zh-Hans': '上传的文件已失效，请重新上传', en: 'The uploaded file is gone; upload it again' },
  'import.ambiguous': { 'zh-Hans': '有多条同名记录，请改填编号', en: 'Several rows have this name; enter the id' },
  'import.repeated': { 'zh-Hans': '与本文件第 {line} 行重复，请删去一行', en: 'Repeats line {line}; remove one' },
  'import.exists': { 'zh-Hans': '系统中已有这条记录，请改用更新', en: 'This row exists; choose to update' },
  'import.has-problems': {
    'zh-Hans': '还有 {count} 行存在问题，请修正后重新上传，或选择只导入通过的行',
    en: '{count} lines have problems; correct and upload the file again, or import only those without',
  },
  'import.nothing': { 'zh-Hans': '没有可导入的行，请检查文件', en: 'There is nothing to import; check the file' },
  'import.not-ready': {
    'zh-Hans': '该批次当前不能执行此操作，请刷新',
    en: 'This cannot be done with the batch now; refresh',
  },
  'import.not-undoable': {
    'zh-Hans': '只能撤销{days}天内完成的导入',
    en: 'Only imports of the last {days} days can be taken back',
  },
  'import.changed': {
    'zh-Hans': '检查之后数据有变化，请重新上传并检查',
    en: 'Data have changed since the check; upload and check the file again',
  },
  'import.touched-since': {
    'zh-Hans': '有 {count} 行在导入后被修改或删除，不能整批撤销，请逐条处理',
    en: '{count} rows were changed or deleted since; the import cannot be taken back as a whole; deal with them one by one',
  },
  'import.template': { 'zh-Hans': '导入模板', en: 'template' },
  'import.report': { 'zh-Hans': '检查结果', en: 'check report' },
  'import.report.line': { 'zh-Hans': '行号', en: 'Row' },
  'import.report.column': { 'zh-Hans': '列', en: 'Column' },
  'import.report.problem': { 'zh-Hans': '问题', en: 'Problem' },
  'import.report.suggestion': { 'zh-Hans': '建议', en: 'Suggestion' },
  'import.notes': { 'zh-Hans': '填写说明', en: 'Notes' },
  'import.notes.required': { 'zh-Hans': '必填', en: 'Required' },
  'import.notes.hint': { 'zh-Hans': '填写方法与可选值', en: 'How to fill it in' },
  'import.notes.ref': { 'zh-Hans': '填写已有记录的名称或编号', en: 'Name or number of a row that exists' },
  'import.notes.region': {
    'zh-Hans': '填写省、市、县的名称，或六位区划代码',
    en: 'The names of province, city and county, or the six digits',
  },
  'import.yes': { 'zh-Hans': '是', en: 'yes' },
  'import.suggest.choice': { 'zh-Hans': '可填：{choices}', en: 'One of: {choices}' },
  'import.suggest.dictionary': { 'zh-Hans': '请从模板的下拉列表中选择', en: 'Choose from the list in the template' },
  'import.suggest.bool': { 'zh-Hans': '填“是”或“否”', en: 'Write yes or no' },
  'import.suggest.range': { 'zh-Hans': '请填 {min} 到 {max} 之间的数', en: 'A number from {min} to {max}' },
  'import.suggest.field.required': { 'zh-Hans': '此列必填', en: 'This column must be filled' },
  'import.suggest.field.unknown-region': {
    'zh-Hans': '请写全省、市、县的名称，如“浙江省 杭州市 西湖区”，或填六位区划代码',
    en: 'Write province, city and county in full, or the six digits',
  },
  'import.suggest.field.not-date': { 'zh-Hans': '格式：2026-01-31', en: 'As in 2026-01-31' },
  'import.suggest.field.not-time': { 'zh-Hans': '格式：2026-01-31 08:30', en: 'As in 2026-01-31 08:30' },
  'import.suggest.field.not-phone': {
    'zh-Hans': '填 11 位手机号，或带区号的座机号',
    en: 'A mobile number of 11 digits, or a landline with its area code',
  },
  'import.suggest.ref.not-found': {
    'zh-Hans': '请先建立这条记录，或核对名称',
    en: 'Make this row first, or check its name',
  },
  'import.suggest.import.ambiguous': {
    'zh-Hans': '请改填编号（如档案编号、证件号码）',
    en: 'Write its number instead, such as the archive number',
  },
  'import.suggest.import.exists': {
    'zh-Hans': '导入时可选择跳过或更新',
    en: 'When importing, choose to skip or to update it',
  },
  'import.suggest.import.repeated': { 'zh-Hans': '请只保留一行', en: 'Keep only one of them' },
};
