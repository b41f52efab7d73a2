export { PdfMaker } from './make-pdf.ts';
export { pdfFile } from './pdf-file.ts';
