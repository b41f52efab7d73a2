export { PdfMaker } from './make-pdf.ts';
