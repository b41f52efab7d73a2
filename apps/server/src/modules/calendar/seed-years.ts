import { addDays } from '@kangmai/domain';
import { weekdayOf } from '@kangmai/domain/calendar';
import { type calendarYear, replacedWeekdays } from '@kangmai/model';
import type { CreateInput, Row } from '@kangmai/resource';
import chineseDays from 'chinese-days';

type YearInput = CreateInput<typeof calendarYear>;
type DayInput = Row<typeof calendarYear>['days'][number];

const notices = [
  { year: 2024, notice: '国办发明电〔2023〕7号', issuedOn: '2023-10-25' },
  { year: 2025, notice: '国办发明电〔2024〕12号', issuedOn: '2024-11-12' },
  { year: 2026, notice: '国办发明电〔2025〕7号', issuedOn: '2025-11-04' },
] as const;

/** Names of the library that the notices write in full. */
const fullNames: Readonly<Record<string, string>> = { 清明: '清明节', 端午: '端午节', 中秋: '中秋节' };

// The library reads a day by the clock of the process.
const ofProcess = (day: string): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), 12);

interface Found {
  readonly day: string;
  readonly isWorked: boolean;
  readonly isInLieu: boolean;
  readonly name: string;
  readonly nameEn: string;
}

function foundOn(day: string): readonly Found[] {
  const at = ofProcess(day);
  const { work, name } = chineseDays.getDayDetail(at);
  const [nameEn = '', own] = name.split(',');
  if (own === undefined) return [];
  return [{ day, isWorked: work, isInLieu: chineseDays.isInLieu(at), name: fullNames[own] ?? own, nameEn }];
}

/** The make-up workdays of a holiday stand, in their order, for its days off in lieu. */
function replacedOn(found: readonly Found[], { day, name }: Found): DayInput['weekday'] {
  const same = found.filter((each) => each.name === name);
  const at = same.filter(({ isWorked }) => isWorked).findIndex((each) => each.day === day);
  const off = same.filter(({ isInLieu }) => isInLieu)[at];
  return off ? (replacedWeekdays.names[weekdayOf(off.day) - 1] ?? null) : null;
}

export function seedYears(): readonly YearInput[] {
  return notices.map(({ year, ...notice }) => {
    const found = Array.from({ length: 366 }, (_, at) => addDays(`${year}-01-01`, at))
      .filter((day) => day.startsWith(String(year)))
      .flatMap(foundOn);
    const days = found.map((each): DayInput => {
      const { day, isWorked, name, nameEn } = each;
      const kind = isWorked ? 'makeUp' : 'holiday';
      return { day, kind, name, nameEn, weekday: isWorked ? replacedOn(found, each) : null };
    });
    return { year, ...notice, days };
  });
}
