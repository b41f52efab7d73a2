import { permissionAliases, type PermissionEntry } from '@kangmai/model/reference';
import type { Culture } from '../platform/texts/index.ts';

const entries = new Map<string, PermissionEntry>();

/** Keeps the titles of all permissions, for the sentences of refusals. */
export function keepTitles(catalogue: readonly PermissionEntry[]): void {
  for (const entry of catalogue) entries.set(entry.name, entry);
}

const quotes = { 'zh-Hans': ['「', '」', '、'], en: ['“', '”', ', '] } as const;

/** A permission with those above it, as the form of a role shows them: `合同 / 编辑`. */
function wordOf(name: string, culture: Culture): string | undefined {
  const parts = (permissionAliases[name] ?? name).split('.');
  const titles = parts.slice(1).map((_part, at) => entries.get(parts.slice(0, at + 2).join('.')));
  if (titles.length === 0 || titles.includes(undefined)) return undefined;
  return titles.map((entry) => (culture === 'en' ? entry?.en : entry?.title)).join(' / ');
}

/** Permissions in words; undefined when no permission has a title. */
export function permissionWords(names: readonly string[], culture: Culture): string | undefined {
  const [begin, end, between] = quotes[culture];
  const words = [...new Set(names.map((name) => wordOf(name, culture)))].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.map((word) => begin + word + end).join(between);
}
