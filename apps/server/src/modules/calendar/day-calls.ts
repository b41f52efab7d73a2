import { addDays, daysBetween } from '@kangmai/domain';
import { calendarDay, lunarWord, solarTerms } from '@kangmai/domain/calendar';
import { z } from 'zod';
import { call, type Call, type CallCtx, day, whole } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { firstYear, lastYear, lunarOf, termsOf } from './chinese-calendar.ts';
import type { KnownYears, WorkYearReader } from './year-reader.ts';

const mostDays = 400;
const askedDay = z.iso
  .date()
  .refine((text) => Number(text.slice(0, 4)) >= firstYear && Number(text.slice(0, 4)) <= lastYear, 'calendar.years');

const dayOutput = z.object({
  day,
  kind: z.enum(['workday', 'rest', 'holiday', 'makeUp']),
  name: z.string().nullable(),
  /** 1 is Monday: whose hours apply. */
  weekday: whole,
  lunar: z.string(),
  term: z.string().nullable(),
  isPublished: z.boolean(),
});

function shownDay(
  at: string,
  { years }: KnownYears,
  culture: CallCtx['caller']['culture'],
): z.output<typeof dayOutput> {
  const { name, nameEn, ...found } = calendarDay(years, at);
  const term = solarTerms[termsOf(Number(at.slice(0, 4))).get(at) ?? -1];
  const isEnglish = culture === 'en';
  return {
    ...found,
    name: isEnglish ? nameEn : name,
    lunar: lunarWord(lunarOf(at), culture),
    term: term?.[isEnglish ? 1 : 0] ?? null,
  };
}

/** `GET WorkCalendar/GetDays`: what the days of a span are, for every signed-in user of any tenant. */
export const daysOfSpan = (reader: WorkYearReader): Call =>
  call({
    wire: 'GET WorkCalendar/GetDays',
    title: '工作日历（按日期）',
    permission: 'signed-in',
    input: z.object({ from: askedDay, to: askedDay }),
    detached: true,
    etag: true,
    output: z.object({
      items: z.array(dayOutput),
      years: z.array(z.object({ year: whole, notice: z.string().nullable(), issuedOn: day.nullable() })),
    }),
    async run({ caller: { culture } }, { from, to }) {
      const count = daysBetween(from, to) + 1;
      if (count < 1) throw invalid('to', 'calendar.end-before-start');
      if (count > mostDays) throw invalid('to', 'calendar.too-long', { most: mostDays });
      const known = await reader.read();
      const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
      return {
        items: Array.from({ length: count }, (_, at) => shownDay(addDays(from, at), known, culture)),
        years: Array.from({ length: last - first + 1 }, (_, at) => {
          const { notice = null, issuedOn = null } = known.notices.get(first + at) ?? {};
          return { year: first + at, notice, issuedOn };
        }),
      };
    },
  });
