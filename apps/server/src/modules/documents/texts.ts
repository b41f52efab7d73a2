import type { Wording } from '../../platform/texts/index.ts';

export const documentTexts: Readonly<Record<string, Wording>> = {
  'document.unknown': { 'zh-Hans': '没有这种单据', en: 'There is no such document' },
  'document.unknown.details': {
    'zh-Hans': '请从记录的“打印”按钮打开单据。',
    en: 'Open the document by the print button of its record.',
  },
  'pdf.no-browser': {
    'zh-Hans': '服务器未安装 Chromium，不能生成 PDF',
    en: 'The server has no Chromium to make PDFs with',
  },
  'pdf.no-browser.details': {
    'zh-Hans': '请点“打印”，在打印窗口中选择“另存为 PDF”；或请管理员在服务器上安装 Chromium。',
    en: 'Press Print and choose to save as PDF there, or ask the administrator to install Chromium on the server.',
  },
  'pdf.busy': {
    'zh-Hans': '正在为他人生成 PDF，请在{seconds}秒后再试',
    en: 'PDFs for others are being made; try again in {seconds} seconds',
  },
  'pdf.failed': { 'zh-Hans': 'PDF 没有生成成功', en: 'The PDF could not be made' },
  'pdf.failed.details': {
    'zh-Hans': '请稍后重试；仍不成功时请点“打印”，在打印窗口中选择“另存为 PDF”。',
    en: 'Try again later; if it fails again, press Print and choose to save as PDF there.',
  },
};
