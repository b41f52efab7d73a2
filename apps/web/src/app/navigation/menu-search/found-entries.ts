import { L } from '../../../lib/i18n/texts.ts';
import { listPathOf } from '../../../lib/list-pages.ts';
import { screenPath } from '../../../lib/screen-path.ts';

import type { SearchPage } from './find-pages.ts';

/** A family, a tag or a member of staff. */
interface Other {
  readonly id: number;
  readonly name: string;
  readonly facts: readonly string[];
}

export interface Found {
  readonly families: readonly Other[];
  readonly tags: readonly Other[];
  readonly staff: readonly Other[];
  readonly people: readonly {
    readonly id: number;
    readonly name: string;
    readonly gender: string;
    readonly age: number | null;
    readonly phone: string;
    readonly archiveNo: string | null;
    readonly organizationUnitName: string | null;
    readonly isRecent: boolean;
  }[];
  readonly cases: readonly {
    readonly id: number;
    readonly clientName: string;
    readonly finding: string;
    readonly level: number;
  }[];
}

/** One line of the search: where it leads and what tells it from others of the same name. */
export interface FoundEntry {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly facts: readonly string[];
  readonly note?: string;
  readonly level?: number;
}

export interface FoundGroup {
  readonly title: string;
  readonly entries: readonly FoundEntry[];
}

const sexes = new Map([
  ['1', 'frame.searchMale'],
  ['2', 'frame.searchFemale'],
] as const);

const filled = (parts: readonly (string | null | undefined)[]): readonly string[] =>
  parts.filter((part): part is string => part !== null && part !== undefined && part !== '');

type Person = Found['people'][number];

const personEntry = ({ id, name, gender, age, phone, archiveNo, ...more }: Person): FoundEntry => {
  const sex = sexes.get(gender as '1' | '2');
  return {
    key: `person-${id}`,
    path: screenPath('clientDetail', id),
    title: name,
    facts: filled([
      sex && L(sex),
      age === null ? undefined : L('frame.searchAge', { n: age }),
      phone,
      archiveNo,
      more.organizationUnitName,
    ]),
  };
};

/** People viewed of late have a note. */
const askedEntry = (person: Person): FoundEntry => ({
  ...personEntry(person),
  ...(person.isRecent && { note: L('frame.searchRecent') }),
});

const caseEntry = ({ id, clientName, finding, level }: Found['cases'][number]): FoundEntry => ({
  key: `case-${id}`,
  path: `${screenPath('abnormalData')}?id=${id}`,
  title: clientName,
  facts: [finding],
  level,
});

/** Rows of lists that the user may open; a tag opens the list of its clients. */
function otherEntries(resource: string, others: readonly Other[]): readonly FoundEntry[] {
  const isTag = resource === 'tag';
  const list = listPathOf(isTag ? 'client' : resource);
  if (list === undefined) return [];
  return others.map(({ id, name, facts }) => ({
    key: `${resource}-${id}`,
    path: `${list}?${isTag ? 'tag' : 'id'}=${id}`,
    title: name,
    facts,
  }));
}

const pageEntry = ({ path, title, groups }: SearchPage): FoundEntry => ({
  key: `page-${path}`,
  path,
  title,
  facts: [groups.join(' / ')],
});

/** The groups that have entries: people first, then their open cases, families, tags, staff and pages. */
export function foundGroups(
  { people, cases, families, tags, staff }: Found,
  pages: readonly SearchPage[],
  isAsked: boolean,
): readonly FoundGroup[] {
  return [
    isAsked
      ? { title: L('frame.searchPeople'), entries: people.map(askedEntry) }
      : { title: L('frame.searchRecentPeople'), entries: people.map(personEntry) },
    { title: L('frame.searchCases'), entries: cases.map(caseEntry) },
    { title: L('frame.searchFamilies'), entries: otherEntries('family', families) },
    { title: L('frame.searchTags'), entries: otherEntries('tag', tags) },
    { title: L('frame.searchStaff'), entries: otherEntries('staffProfile', staff) },
    { title: L(isAsked ? 'frame.searchPages' : 'frame.menuSearchRecent'), entries: pages.map(pageEntry) },
  ].filter(({ entries }) => entries.length > 0);
}
