/** A row as it will be once the draft is written: omitted fields stay unchanged. */
export function asSaved<D extends object, C extends object>(draft: D, current: C): C & Omit<D, keyof C>;
export function asSaved<D extends object>(draft: D, current: Readonly<D> | undefined): D;
export function asSaved(draft: object, current: object | undefined): object {
  if (!current) return draft;
  const given = Object.entries(draft).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(given) };
}
