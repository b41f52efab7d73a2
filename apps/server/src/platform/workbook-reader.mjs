export { default as WorkbookReader } from 'exceljs/lib/stream/xlsx/workbook-reader.js';
