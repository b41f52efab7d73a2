import type { Trait } from '../trait.ts';
import { addLineSheets } from './line-template.ts';
import { lineSheetsOf } from './read-lines.ts';

/** Documents are imported with the sheets of their lines. */
export const lineImports: Trait = {
  furtherSheets: (of, file) => (of.resource.lines ? lineSheetsOf(of, file) : undefined),
  template: (of, ctx, book) => (of.resource.lines ? addLineSheets(of, ctx, book) : undefined),
};
