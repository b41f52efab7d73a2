import { allTexts, type Culture } from '../../platform/texts/index.ts';

/** Names under which clients look for the product's texts; programs generated from a template use their own name. */
const productSources = ['Kangmai', 'AbpProjectName'];
const frameworkSources = ['Abp', 'AbpWeb', 'AbpZero'];

export const sourceNames: readonly string[] = [...frameworkSources, ...productSources];

type Dictionary = Readonly<Record<string, string>>;

const sorted = (entries: Iterable<readonly [string, string]>): Dictionary =>
  Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));

type Sources = Readonly<Record<string, Dictionary>>;

const kept = new Map<Culture, { readonly size: number; readonly sources: Sources }>();

/** The texts of a language, by source; reasons of refusals and the framework's sentences alike. */
export function dictionaries(culture: Culture): Sources {
  const known = kept.get(culture);
  const all = allTexts(culture);
  if (known?.size === all.size) return known.sources;
  const sources = sourcesOf(all);
  kept.set(culture, { size: all.size, sources });
  return sources;
}

function sourcesOf(all: ReadonlyMap<string, string>): Sources {
  const framework = sorted([...all].filter(([key]) => /^[A-Z]/.test(key)));
  const product = sorted(all);
  return Object.fromEntries([
    ...frameworkSources.map((name) => [name, framework] as const),
    ...productSources.map((name) => [name, product] as const),
  ]);
}
