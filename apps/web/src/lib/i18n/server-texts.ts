import { addTexts, culture, hasText, translate, type Params } from './i18n.ts';

export type ServerTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

let sources: readonly string[] = [];

const namespaceOf = (source: string): string => `server.${source}`;

/** Adds the texts of the user configuration, one namespace per source. */
export function addServerTexts(values: ServerTexts): void {
  sources = Object.keys(values);
  for (const [source, texts] of Object.entries(values)) addTexts(namespaceOf(source), culture(), texts);
}

/** Server text in the current language from any source; the key itself when unknown. */
export function serverText(key: string, params?: Params): string {
  const source = sources.find((name) => hasText(namespaceOf(name), key));
  return source === undefined ? key : translate(namespaceOf(source), key, params);
}
