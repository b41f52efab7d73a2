import type { Wording } from '../../../platform/texts/index.ts';

export const lineImportTexts: Readonly<Record<string, Wording>> = {
  'import.line-without-document': {
    'zh-Hans': '工作表“{sheet}”第 {row} 行的单据“{word}”不在第一张工作表中，请核对',
    en: 'Sheet {sheet}, row {row}: no document of the first sheet is called “{word}”; check it',
  },
  'import.document-named-twice': {
    'zh-Hans': '第一张工作表第 {other} 行和第 {row} 行都叫“{word}”，无法确定明细属于哪一行；请改成不同的名称',
    en: 'Rows {other} and {row} of the first sheet are both called “{word}”; give them different names, so that their lines are told apart',
  },
};
