export interface SearchPage {
  path: string;
  title: string;
  groups: readonly string[];
  /** Pinyin of the Chinese title, one syllable per character. */
  syllables: readonly string[];
}

const startsAnySyllable = (syllables: readonly string[], query: string): boolean =>
  syllables.some((_, at) => syllables.slice(at).join('').startsWith(query));

/** Score of a page for a query, 0 for no match. Title counts most, then initials, whole syllables, address. */
function rank({ title, path, syllables }: SearchPage, query: string): number {
  const name = title.toLowerCase();
  if (name.startsWith(query)) return 5;
  if (name.includes(query)) return 4;
  const spoken = query.replaceAll(/[\s']/g, '');
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('');
  if (initials.includes(spoken)) return 3;
  if (startsAnySyllable(syllables, spoken)) return 2;
  return path.toLowerCase().includes(query) ? 1 : 0;
}

/** Pages that match a query, best first, equal ones in menu order. */
export function findPages(pages: readonly SearchPage[], question: string): readonly SearchPage[] {
  const query = question.trim().toLowerCase();
  if (query === '') return [];
  const ranked = pages.map((page) => ({ page, value: rank(page, query) }));
  return ranked
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => other.value - one.value)
    .map(({ page }) => page);
}
