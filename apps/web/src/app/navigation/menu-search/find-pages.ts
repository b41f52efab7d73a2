/** A page as the menu search knows it. */
export interface SearchPage {
  path: string;
  title: string;
  /** Titles of the groups above it. */
  groups: readonly string[];
  /** Its Chinese title spoken, a syllable a character. */
  syllables: readonly string[];
}

const startsAnySyllable = (syllables: readonly string[], query: string): boolean =>
  syllables.some((_, at) => syllables.slice(at).join('').startsWith(query));

/** How well a page answers a question; 0: not at all. Title first, then initials, whole syllables, address. */
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

/** The pages that answer a question, the best first, equal ones in the order of the menu. */
export function findPages(pages: readonly SearchPage[], question: string): readonly SearchPage[] {
  const query = question.trim().toLowerCase();
  if (query === '') return [];
  const ranked = pages.map((page) => ({ page, value: rank(page, query) }));
  return ranked
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => other.value - one.value)
    .map(({ page }) => page);
}
