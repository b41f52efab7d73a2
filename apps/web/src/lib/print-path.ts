const printPrefix = '/print/';

export const isPrintPath = (path: string): boolean => path.startsWith(printPrefix);

/** The address at which a document of a row is shown, printed and made into a PDF. */
export const printPath = (key: string, id: number): string => `${printPrefix}${key}/${id}`;

/** The document and row of an address; null when it names none. */
export function printTarget(path: string): { readonly key: string; readonly id: number } | null {
  const found = /^\/print\/([\w-]{1,60})\/(\d{1,15})$/.exec(path);
  return found ? { key: found[1] ?? '', id: Number(found[2]) } : null;
}

/** On parts of a document that could not be loaded, so that it is not taken for complete. */
export const failedMark = 'data-failed';

/** The template that an address asks for in place of the default one. */
export const askedTemplate = (search: string): number | undefined => {
  const asked = new URLSearchParams(search).get('template') ?? '';
  return /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : undefined;
};

/** The issued version that an address asks for; 0: the row as it is now; undefined: the newest version. */
export const askedVersion = (search: string): number | undefined => {
  const asked = new URLSearchParams(search).get('version') ?? '';
  return /^\d{1,9}$/.test(asked) ? Number(asked) : undefined;
};
