import { allTexts, type Culture } from '../../platform/texts/index.ts';

/** Names under which client programs look for the product's words; programs made from a template bring their own name. */
const productSources = ['Kangmai', 'AbpProjectName'];
const frameworkSources = ['Abp', 'AbpWeb', 'AbpZero'];

export const sourceNames: readonly string[] = [...frameworkSources, ...productSources];

type Dictionary = Readonly<Record<string, string>>;

const sorted = (entries: Iterable<readonly [string, string]>): Dictionary => Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The dictionaries of a language, by source; reasons of refusals and sentences of the framework alike. */
export function dictionaries(culture: Culture): Readonly<Record<string, Dictionary>> {
  const all = allTexts(culture);
  const framework = sorted([...all].filter(([key]) => /^[A-Z]/.test(key)));
  const product = sorted(all);
  return Object.fromEntries([...frameworkSources.map((name) => [name, framework] as const), ...productSources.map((name) => [name, product] as const)]);
}
