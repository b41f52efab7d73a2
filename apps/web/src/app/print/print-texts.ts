import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'print',
  {
    print: '打印',
    pdf: '下载 PDF',
    making: '正在生成 PDF…',
    gone: '单据不存在、已被删除，或您无权查看',
    made: '打印时间 {at} · 打印人 {who}',
    signature: '签字（盖章）：',
    date: '日期：',
    bar: '打印工具',
  },
  {
    print: 'Print',
    pdf: 'Download PDF',
    making: 'Making the PDF…',
    gone: 'The document does not exist, was deleted, or you may not see it',
    made: 'Printed at {at} by {who}',
    signature: 'Signature:',
    date: 'Date:',
    bar: 'Print tools',
  },
);
