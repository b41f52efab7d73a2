import { regions } from '../../../engine/public.ts';
import type { FieldProblem } from '../../../platform/errors.ts';

const known = new Set(regions.map(({ code }) => code));

/** What is wrong with the code of a street or village; it extends its parent's, or that of a county. */
export function regionProblems(code: string, above: string | undefined): readonly FieldProblem[] {
  if (!/^\d{9}(\d{3})?$/.test(code)) return [{ field: 'code', reason: 'common-dictionary.region-shape' }];
  const county = code.slice(0, 6);
  if (!known.has(county))
    return [{ field: 'code', reason: 'common-dictionary.region-unknown', params: { code: county } }];
  if (above !== undefined && !(code.startsWith(above) && code.length > above.length))
    return [{ field: 'code', reason: 'common-dictionary.region-parent', params: { code: above } }];
  return [];
}
