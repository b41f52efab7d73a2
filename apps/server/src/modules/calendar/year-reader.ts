import type { SpecialDay, Weekday, WorkYears } from '@kangmai/domain/calendar';
import { type calendarYear, replacedWeekdays } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { Services } from '../../engine/public.ts';

type YearRow = Pick<Row<typeof calendarYear>, 'year' | 'notice' | 'issuedOn' | 'days'>;
type DayRow = YearRow['days'][number];

export interface KnownYears {
  readonly years: WorkYears;
  readonly notices: ReadonlyMap<number, Pick<YearRow, 'notice' | 'issuedOn'>>;
}

const freshMs = 60_000;
const sql =
  'select year, notice, issued_on as "issuedOn", days from calendar_year where tenant_id = 0 and not is_deleted';

const specialDay = ({ kind, name, nameEn, weekday }: DayRow): SpecialDay => ({
  kind,
  name,
  nameEn,
  weekday: weekday ? ((replacedWeekdays.names.indexOf(weekday) + 1) as Weekday) : null,
});

const known = (rows: readonly YearRow[]): KnownYears => ({
  years: new Map(rows.map(({ year, days }) => [year, new Map(days.map((day) => [day.day, specialDay(day)]))])),
  notices: new Map(rows.map(({ year, notice, issuedOn }) => [year, { notice, issuedOn }])),
});

/** The years of the work calendar, of the host alone; kept until one changes on any node. */
export class WorkYearReader {
  private readonly database: Services['database'];
  private kept: { readonly at: number; readonly years: Promise<KnownYears> } | undefined;

  constructor({ database, bus }: Pick<Services, 'database' | 'bus'>) {
    this.database = database;
    bus.listen(({ event }) => {
      if (event === 'workcalendar') this.kept = undefined;
    });
  }

  read(): Promise<KnownYears> {
    const at = performance.now();
    if (this.kept && at - this.kept.at < freshMs) return this.kept.years;
    const years = this.database.withTenant(0, (tx) => tx.query<YearRow>(sql), { lane: 'settings' }).then(known);
    const kept = { at, years };
    this.kept = kept;
    years.catch(() => {
      if (this.kept === kept) this.kept = undefined;
    });
    return years;
  }
}
