export { default } from 'exceljs/lib/stream/xlsx/workbook-reader.js';
