const printPrefix = '/print/';

export const isPrintPath = (path: string): boolean => path.startsWith(printPrefix);

/** The address at which a document of a row is shown, printed and made into a PDF. */
export const printPath = (key: string, id: number): string => `${printPrefix}${key}/${id}`;

/** The document and row of an address; null when it names none. */
export function printTarget(path: string): { readonly key: string; readonly id: number } | null {
  const found = /^\/print\/([\w-]{1,60})\/(\d{1,15})$/.exec(path);
  return found ? { key: found[1] ?? '', id: Number(found[2]) } : null;
}
