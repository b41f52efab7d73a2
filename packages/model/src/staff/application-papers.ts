import { licensedKinds, untitledKinds } from './staff-application.ts';

const licence = ['licenceNo', 'licenceEndsOn', 'certificates'] as const;
type Paper = (typeof licence)[number] | 'title';

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields that an application lacks for its kind: the title, and those of the licence. */
export function missingPapers(
  row: { readonly kind?: unknown } & { readonly [P in Paper]?: unknown },
): readonly Paper[] {
  const kind = String(row.kind);
  const needed = licensedKinds.includes(kind) ? licence : [];
  const titled = untitledKinds.includes(kind) ? [] : (['title'] as const);
  return [...titled, ...needed].filter((name) => isMissing(row[name]));
}
