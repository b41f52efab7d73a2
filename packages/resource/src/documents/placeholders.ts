import { shownFields } from '../traits/counts/counts.ts';
import type { AnyResource } from '../define-resource.ts';
import type { Words } from './document.ts';

/** A piece of a text of a template: as it stands, or the name of a value that is put in its place. */
export type TemplatePart = { readonly text: string } | { readonly name: string };

const placeholder = /\{\{([^{}]+)\}\}/g;

/** The pieces of a text with placeholders such as `{{合同编号}}`. */
export function templateParts(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const found of text.matchAll(placeholder)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index) });
    parts.push({ name: found[1]?.trim() ?? '' });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** The placeholders of every document: who prints it when, for which tenant. */
export const commonPlaceholders = {
  tenantName: { label: '机构名称', en: 'Institution' },
  documentTitle: { label: '单据名称', en: 'Document' },
  printedAt: { label: '打印时间', en: 'Printed at' },
  printedBy: { label: '打印人', en: 'Printed by' },
} as const;

type Named = Readonly<Record<string, Words>>;

/** The placeholders of a document by their keys: those of every document, and the fields of its row. */
export const placeholdersOf = (resource: AnyResource | undefined): Named => ({
  ...Object.fromEntries(
    Object.entries(resource ? shownFields(resource) : {})
      .filter(([, { kind }]) => kind !== 'secret')
      .map(
        ([
          name,
          {
            options: { label, en = name },
          },
        ]) => [name, { label, en }],
      ),
  ),
  ...commonPlaceholders,
});

/** The key of the placeholder that a text names by its key or by one of its two labels. */
export const keyOfPlaceholder = (words: Named, name: string): string | undefined =>
  Object.entries(words).find(([key, { label, en }]) => [key, label, en].includes(name))?.[0];

/** Whether a text holds brackets that are no placeholder. */
export const hasLooseBrackets = (text: string): boolean => /\{\{|\}\}/.test(text.replaceAll(placeholder, ''));
