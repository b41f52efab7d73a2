import { groupBy } from '@kangmai/server/platform/group-by';
import {
  advance,
  bookDepth,
  caseReading,
  emptyBook,
  isLate,
  localDay,
  riseCheck,
  samplingMinutes,
  type AlarmLevel,
  type CaseBook,
  type CaseReading,
  type CaseState,
  type CaseStep,
  type OpenCase,
} from '@kangmai/domain';
import { judgedKinds } from '@kangmai/model';
import { handlingOf, type Handling } from './load-handling.ts';
import type { JudgedReading, LimitsAt } from './load-readings.ts';
import { mixSeed } from '@kangmai/demo/prng';

/** A notice sent for a case when it opened or rose. */
export interface CaseNotice {
  readonly level: AlarmLevel;
  readonly at: number;
  readonly finding: string;
}

/** A case of the demo's history in its final state. */
export interface DemoCase {
  readonly clientId: number;
  readonly client: number;
  current: OpenCase;
  state: CaseState;
  handling: Handling | undefined;
  /** Level and instant to which the staff's plan responds. */
  plannedFor: number;
  endedAt: number | null;
  readonly notices: CaseNotice[];
}

interface CasesOf {
  readonly readings: readonly JudgedReading[];
  readonly limitsAt: LimitsAt;
  readonly zone: string;
  readonly now: number;
  readonly seed: number;
}

/** Recent cases that nobody has taken yet. */
const unattendedMs = 45 * 60_000;
const reopenMs = 30 * 60_000;

/** One person's cases over time: readings in measured order, and the staff's actions between them. */
class History {
  readonly cases: DemoCase[] = [];
  #book: CaseBook = emptyBook;
  readonly #recent = new Map<JudgedReading['kind'], JudgedReading[]>();
  readonly #made = new WeakMap<JudgedReading, CaseReading>();
  readonly #input: CasesOf;

  constructor(input: CasesOf) {
    this.#input = input;
  }

  take(reading: JudgedReading): void {
    this.staffUntil(reading.measuredAt);
    const recent = this.#recent.get(reading.kind) ?? [];
    if (reading.level > 0 || this.#book.open.size > 0 || this.#book.check) {
      const book = {
        ...this.#book,
        recent: new Map([[reading.kind, recent.flatMap((each) => this.#caseReading(each) ?? [])]]),
      };
      const now = this.#caseReading(reading);
      if (now) {
        const next = advance(
          book,
          now,
          samplingMinutes({ measuredAt: [...recent, reading].slice(-bookDepth).map(({ measuredAt }) => measuredAt) }),
        );
        this.#book = next.book;
        for (const step of next.steps) this.#apply(step, reading);
      }
    }
    recent.push(reading);
    if (recent.length > bookDepth) recent.shift();
    this.#recent.set(reading.kind, recent);
  }

  /** Applies the staff's actions up to an instant. */
  staffUntil(at: number): void {
    for (const one of this.cases) if (one.handling && one.endedAt === null) this.#follow(one, one.handling, at);
  }

  #follow(one: DemoCase, handling: Handling, at: number): void {
    const { claimAt, contactAt, closeAt } = handling;
    if (closeAt <= at) this.#close(one, handling);
    else if (claimAt !== null && claimAt <= at) this.#move(one, contactAt !== null && contactAt <= at ? 2 : 1);
  }

  finish(): void {
    const { now } = this.#input;
    this.staffUntil(now);
    const risen = riseCheck(this.#book.check, now);
    this.#book = { ...this.#book, check: risen.check };
    for (const step of risen.steps) this.#extend(step.case);
  }

  #caseReading(reading: JudgedReading): CaseReading | undefined {
    const known = this.#made.get(reading);
    if (known) return known;
    const limits = this.#input.limitsAt(reading.clientId, reading.measuredAt);
    if (!limits) return undefined;
    const { values, by, kind, measuredAt } = reading;
    const number = (name: string): number | undefined => (typeof values[name] === 'number' ? values[name] : undefined);
    const figures = Object.fromEntries(
      Object.entries(values).filter((each): each is [string, number] => typeof each[1] === 'number'),
    );
    const made = caseReading(
      {
        id: reading.id,
        by,
        measuredAt,
        day: localDay(measuredAt, this.#input.zone),
        late: isLate(kind, { measuredAt, receivedAt: reading.receivedAt, lateHours: 2 }),
        sample: {
          kind,
          values: figures,
          doubtful: reading.quality === 1,
          contact: reading.quality === 5 ? 'off' : reading.quality === 2 ? 'poor' : undefined,
          motion: reading.quality === 3,
          trusted: by.instrument === 'manual' || by.registered,
          heartState: number('heartState') as 0 | 1 | 2 | 3 | undefined,
          period: number('period'),
          place: 1,
        },
      },
      limits.limits,
    );
    this.#made.set(reading, made);
    return made;
  }

  #apply(step: CaseStep, { client, clientId }: JudgedReading): void {
    if (step.do === 'count') return;
    if (step.do === 'clear') {
      const one = this.#find(step.case);
      if (one)
        Object.assign(one, {
          state: 5,
          endedAt: Math.max(step.case.toAt, step.at),
          current: { ...step.case, toAt: Math.max(step.case.toAt, step.at) },
        });
      return;
    }
    const one =
      step.do === 'open'
        ? {
            clientId,
            client,
            current: step.case,
            state: 0 as CaseState,
            handling: undefined,
            plannedFor: 0,
            endedAt: null,
            notices: [],
          }
        : this.#find(step.case);
    if (!one) return;
    if (step.do === 'open') {
      this.cases.push(one);
      this.#extend({ ...step.case, id: this.cases.length });
    } else {
      if (step.do === 'reopen') Object.assign(one, { state: 0, endedAt: null, plannedFor: 0 });
      this.#extend(step.case);
    }
    if (step.notice === 'open' || step.notice === 'raise')
      one.notices.push({ level: step.case.level, at: step.case.toAt, finding: step.case.description });
  }

  /** Stores a case's new figures in the book and next to it, and plans its handling. */
  #extend(open: OpenCase): void {
    const one = this.cases[(open.id ?? 0) - 1];
    if (!one) return;
    one.current = open;
    if (open.abnormalType === 'check')
      this.#book = { ...this.#book, check: this.#book.check && { ...this.#book.check, id: open.id } };
    else this.#book = { ...this.#book, open: new Map([...this.#book.open, [open.abnormalType, open]]) };
    const at = open.toAt;
    if (open.level <= one.plannedFor || one.state !== 0) return;
    one.plannedFor = open.level;
    const { seed, now } = this.#input;
    one.handling =
      at > now - unattendedMs
        ? undefined
        : handlingOf({ seed: mixSeed(seed, open.id ?? 0, open.level), type: open.abnormalType, level: open.level, at });
  }

  #find(open: OpenCase): DemoCase | undefined {
    return this.cases[(open.id ?? 0) - 1];
  }

  #move(one: DemoCase, state: 1 | 2): void {
    one.state = state;
    one.current = { ...one.current, state };
    if (one.current.abnormalType === 'check')
      this.#book = { ...this.#book, check: this.#book.check && { ...this.#book.check, state } };
    else this.#book = { ...this.#book, open: new Map([...this.#book.open, [one.current.abnormalType, one.current]]) };
  }

  #close(one: DemoCase, { state, closeAt }: Handling): void {
    const { abnormalType, level, id } = one.current;
    one.state = state;
    one.endedAt = closeAt;
    const open = new Map(this.#book.open);
    if (abnormalType !== 'check') open.delete(abnormalType);
    const closed = [
      ...this.#book.closed.filter((each) => each.closedAt > closeAt - reopenMs),
      { id: id ?? 0, abnormalType, level, closedAt: closeAt },
    ];
    this.#book = { ...this.#book, open, closed, check: abnormalType === 'check' ? null : this.#book.check };
  }
}

const isJudged = new Set<string>(judgedKinds);

/** The cases that a tenant's readings produce, with the staff's actions. Pure. */
export function casesOf(input: CasesOf): readonly DemoCase[] {
  const byClient = groupBy(
    input.readings.filter(({ kind }) => isJudged.has(kind)),
    ({ clientId }) => clientId,
  );
  const all = [...byClient].flatMap(([clientId, readings]) => {
    const history = new History({ ...input, seed: mixSeed(input.seed, 61, readings[0]?.client ?? clientId) });
    for (const reading of readings) history.take(reading);
    history.finish();
    return history.cases;
  });
  return all.toSorted((one, other) => one.current.openedAt - other.current.openedAt);
}
