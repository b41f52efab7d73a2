import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts('imports', {
  import: '导入', title: '导入{title}', steps: '导入步骤', pick: '选择文件', check: '检查', write: '写入', finish: '完成', template: '下载模板', templateHint: '按模板填写，带 * 的列必填；支持 .xlsx，最大 20 MB、100,000 行', drop: '点击或拖拽文件到此处上传',
  tooLarge: '文件不能超过 20 MB', recent: '最近的导入', file: '文件', time: '时间', state: '状态', result: '结果', written: '写入 {n} 行', actions: '操作', open: '查看', undo: '撤销导入', undoAsk: '确定撤销本次导入吗？', undoHint: '本次写入 {n} 行：新增的将被删除，更新过的恢复为导入前的内容', leftOut: '另有 {n} 行未导入，可下载检查结果，修正后重新上传', takenBack: '写入的 {n} 行已全部撤销', again: '重新上传',
  checking: '正在检查，已读取 {n} 行', importing: '正在写入，已处理 {n} / {total} 行', undoing: '正在撤销', total: '总行数', valid: '可导入', problems: '有问题', duplicates: '已存在', rows: '行', line: '行号', column: '列', problem: '问题', suggestion: '建议', reportName: '检查结果',
  report: '下载检查结果', unknown: '以下列无法识别，将被忽略：{columns}', onDuplicate: '对于系统中已存在的行', skip: '跳过', update: '更新为文件中的内容', leaveOut: '只导入没有问题的行', fixFirst: '请修正有问题的行后重新上传，或勾选“只导入没有问题的行”', begin: '导入 {n} 行', nothing: '没有可导入的行',
  done: '导入完成，写入 {n} 行', undone: '已撤销', failed: '导入失败，没有写入任何数据', failedLine: '第 {line} 行：{text}', moved: '检查通过', noProblems: '没有发现问题',
  'state.checking': '检查中', 'state.checked': '待确认', 'state.importing': '写入中', 'state.done': '已完成', 'state.undoing': '撤销中', 'state.undone': '已撤销', 'state.failed': '失败', 'state.cancelled': '已取消',
  cancel: '取消导入', cancelAsk: '确定取消本次导入吗？', cancelHint: '正在进行的检查或写入将停止，不会写入任何数据', keepOn: '继续导入', cancelled: '已取消', nothingWritten: '没有写入任何数据',
}, {
  import: 'Import', title: 'Import: {title}', steps: 'Steps of the import', pick: 'Choose file', check: 'Check', write: 'Write', finish: 'Done', template: 'Download template', templateHint: 'Fill in the template; columns with * must be filled. .xlsx, at most 20 MB and 100,000 rows', drop: 'Click or drop a file here',
  tooLarge: 'A file cannot exceed 20 MB', recent: 'Recent imports', file: 'File', time: 'Time', state: 'State', result: 'Result', written: '{n} rows written', actions: 'Actions', open: 'View', undo: 'Take back', undoAsk: 'Take this import back?', undoHint: '{n} rows were written: new ones will be deleted, changed ones get their former content again', leftOut: '{n} more rows were not imported; download the report, correct them and upload them again', takenBack: 'All {n} rows that were written are taken back', again: 'Upload again',
  checking: 'Checking, {n} rows read', importing: 'Writing, {n} of {total} rows', undoing: 'Taking back', total: 'Rows', valid: 'Can be imported', problems: 'With problems', duplicates: 'Exist already', rows: 'rows', line: 'Row', column: 'Column', problem: 'Problem', suggestion: 'Suggestion', reportName: 'Check report',
  report: 'Download report', unknown: 'Columns that are not known and will be ignored: {columns}', onDuplicate: 'Rows that exist already', skip: 'skip', update: 'update from the file', leaveOut: 'Import only rows without problems', fixFirst: 'Correct the rows with problems and upload the file again, or import only those without', begin: 'Import {n} rows', nothing: 'Nothing to import',
  done: 'Imported, {n} rows written', undone: 'Taken back', failed: 'The import failed; nothing was written', failedLine: 'Row {line}: {text}', moved: 'Checked', noProblems: 'No problems found',
  'state.checking': 'Checking', 'state.checked': 'Waiting', 'state.importing': 'Writing', 'state.done': 'Done', 'state.undoing': 'Taking back', 'state.undone': 'Taken back', 'state.failed': 'Failed', 'state.cancelled': 'Cancelled',
  cancel: 'Cancel import', cancelAsk: 'Cancel this import?', cancelHint: 'The check or the writing under way stops; nothing is written', keepOn: 'Go on', cancelled: 'Cancelled', nothingWritten: 'Nothing was written',
});
