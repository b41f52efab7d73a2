import type { Trait } from '../trait.ts';
import { formerValues } from './former-values.ts';
import { addLineSheets } from './line-template.ts';
import { lineSheetsOf } from './read-lines.ts';

/** Documents are imported with the sheets of their lines. */
export const lineImports: Trait = {
  furtherSheets: (resource, file) => (resource.lines ? lineSheetsOf(resource, file) : undefined),
  template: (resource, ctx, book) => (resource.lines ? addLineSheets(resource, ctx, book) : undefined),
  formerValues,
};
