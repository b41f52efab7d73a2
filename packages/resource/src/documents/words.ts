/** A piece of a text of a template: as it stands, or the name of a value that is put in its place. */
export type WordPart = { readonly text: string } | { readonly name: string };

const placeholder = /\{\{\s*([\w.]+)\s*\}\}/g;

/** The pieces of a text with placeholders such as `{{contractNo}}`. */
export function wordParts(text: string): readonly WordPart[] {
  const parts: WordPart[] = [];
  let end = 0;
  for (const found of text.matchAll(placeholder)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index) });
    parts.push({ name: found[1] ?? '' });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** The placeholders of every document: who prints it when, for which tenant. */
export const commonWords = ['tenantName', 'documentTitle', 'printedAt', 'printedBy'] as const;

/** What a text holds of brackets that are no placeholder. */
export const hasLooseBrackets = (text: string): boolean => /\{\{|\}\}/.test(text.replaceAll(placeholder, ''));
