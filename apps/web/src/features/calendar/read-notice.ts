import { addDays } from '@kangmai/domain';
import { weekdayOf } from '@kangmai/domain/calendar';

/** A day of a year as it is saved. */
export interface ListedDay {
  readonly day: string;
  readonly kind: 'holiday' | 'makeUp';
  readonly name: string;
  readonly nameEn: string;
  readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | null;
}

/** Holidays of the State Council's rules (全国年节及纪念日放假办法, 2025): English name and days by law. */
const holidays: Readonly<Record<string, readonly [nameEn: string, lawful: number]>> = {
  元旦: ["New Year's Day", 1],
  春节: ['Spring Festival', 4],
  清明节: ['Tomb-sweeping Day', 1],
  劳动节: ['Labour Day', 2],
  端午节: ['Dragon Boat Festival', 1],
  中秋节: ['Mid-autumn Festival', 1],
  国庆节: ['National Day', 3],
};
const names = Object.keys(holidays);

/** The English name of a holiday, or of several; undefined for one that is not known. */
export function englishOf(name: string): string | undefined {
  const parts = name.split('、').map((part) => holidays[part]?.[0]);
  return parts.every((part) => part !== undefined) ? parts.join(' and ') : undefined;
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const lineForm = new RegExp(`^.{0,4}?((?:${names.join('|')})(?:、(?:${names.join('|')}))*)[:：](.*)$`);
const dayForm = String.raw`(?:(\d{1,2})月)?(\d{1,2})日(?:[（(][^）)]*[）)])?`;
const spanForm = new RegExp(`${dayForm}(?:(?:至|-|—|~)${dayForm})?[^。；]*?放假`);
const workForm = new RegExp(dayForm, 'g');

const pad = (text: string): string => text.padStart(2, '0');

function daysOff(year: number, text: string): readonly string[] {
  const [, month, first, lastMonth = month, last = first] = spanForm.exec(text) ?? [];
  if (month === undefined || first === undefined || lastMonth === undefined || last === undefined) return [];
  const [from, to] = [`${year}-${pad(month)}-${pad(first)}`, `${year}-${pad(lastMonth)}-${pad(last)}`];
  return Array.from({ length: 31 }, (_, at) => addDays(from, at)).filter((day) => day <= to);
}

/** The days of the sentence that ends with 上班. */
function daysWorked(year: number, text: string): readonly string[] {
  const sentence = text.split(/[。；]/).find((part) => part.includes('上班')) ?? '';
  return [...sentence.matchAll(workForm)].flatMap(([, month, day]) =>
    month && day ? [`${year}-${pad(month)}-${pad(day)}`] : [],
  );
}

/** The weekdays off beyond those by law, which the make-up workdays stand for in their order. */
function inLieu(name: string, off: readonly string[], count: number): readonly string[] {
  const lawful = name.split('、').reduce((sum, part) => sum + (holidays[part]?.[1] ?? 0), 0);
  const workdays = off.slice(lawful).filter((day) => weekdayOf(day) < 6);
  return workdays.slice(-count);
}

/**
 * The days of a notice of the General Office of the State Council, from its text with a line for each holiday. Notices
 * name the dates of make-up workdays alone; each stands for one of the last weekdays off, in their order.
 */
export function readNotice(year: number, text: string): readonly ListedDay[] {
  const found = text.split('\n').flatMap((line): ListedDay[] => {
    const [, name, rest] = lineForm.exec(line.trim()) ?? [];
    if (name === undefined || rest === undefined) return [];
    const [off, worked] = [daysOff(year, rest), daysWorked(year, rest)];
    const nameEn = englishOf(name) ?? name;
    const stood = inLieu(name, off, worked.length);
    return [
      ...off.map((day): ListedDay => ({ day, kind: 'holiday', name, nameEn, weekday: null })),
      ...worked.map((day, at): ListedDay => {
        const weekday = weekdays[weekdayOf(stood[at] ?? day) - 1] ?? null;
        return { day, kind: 'makeUp', name, nameEn, weekday };
      }),
    ];
  });
  return found.toSorted((one, other) => (one.day < other.day ? -1 : 1));
}
