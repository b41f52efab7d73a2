import { layoutNames, listFilter, type AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';

const longestName = 60;
const longestSort = 61;

const column = z.object({
  name: z.string().min(1).max(longestName),
  isHidden: z.boolean().optional(),
  width: z.number().int().min(40).max(1000).optional(),
  fixed: z.enum(['left', 'right']).optional(),
});

const arrangement = {
  version: z.string().max(64),
  columns: z.array(column).max(200),
  layout: z.enum(['table', ...layoutNames]).optional(),
};

/** How a user has arranged a list: columns in order, density, rows of a page. The version identifies the definition. */
export const lookShape = z.object({
  ...arrangement,
  density: z.enum(['large', 'medium', 'small']).optional(),
  size: z.number().int().min(1).max(200).optional(),
});

const value = z.string().max(500);
const filter = z.union([value, z.array(value).max(200), z.object({ from: value, to: value })]);

/** The content of a view: filters, order and layout. */
export const stateShape = z.object({
  text: z.string().max(200).optional(),
  filters: z.record(z.string().max(longestName), filter).optional(),
  any: z.boolean().optional(),
  sort: z.string().max(longestSort).optional(),
  size: z.number().int().min(1).max(200).optional(),
  look: z.object(arrangement).optional(),
});

export type ViewState = z.output<typeof stateShape>;

/** A view may filter by its list's filters; identity numbers and phones are not stored in it. */
export function requireKeepableFilters(resource: AnyResource, { filters = {} }: ViewState): void {
  for (const name of Object.keys(filters)) {
    const filter = listFilter(resource, name);
    if (!filter) throw invalid('state', 'view.unknown-filter');
    if (filter.field.options.sensitive !== undefined) throw invalid('state', 'view.sensitive-filter');
  }
}
