import { addTexts, culture, hasText, textOf, type Params } from './i18n.ts';

export type ServerTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

let sources: readonly string[] = [];

const namespaceOf = (source: string): string => `server.${source}`;

/** Takes over the texts that the user configuration delivers, one namespace a source. */
export function addServerTexts(values: ServerTexts): void {
  sources = Object.keys(values);
  for (const [source, texts] of Object.entries(values)) addTexts(namespaceOf(source), culture(), texts);
}

/** Text of the server in the current language, searched in every source; the key itself when there is none. */
export function serverText(key: string, params?: Params): string {
  const source = sources.find((name) => hasText(namespaceOf(name), key));
  return source === undefined ? key : textOf(namespaceOf(source), key, params);
}
