import { type AnyResource, fieldOf } from '@kangmai/resource';

/** Headings of the first two columns of a sheet with lines. */
export const lineTitles = {
  document: { label: '单据', en: 'Document' },
  row: { label: '行号', en: 'Row' },
};

/** What a heading, or the name of a sheet, may be for the same thing. */
export const wordsOf = ({ label, en = label }: { readonly label: string; readonly en?: string }): readonly string[] => [
  label,
  en,
];

/** The names of the sheet that holds some lines. */
export const sheetNames = (resource: AnyResource, lines: string): readonly string[] =>
  wordsOf(fieldOf(resource, lines).options);
