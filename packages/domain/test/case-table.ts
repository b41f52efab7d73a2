import type { AbnormalType } from '../src/judging/vocabulary.ts';
import type { MeasurementKind } from '../src/measurement/metric.ts';
import { bookDepth } from '../src/cases/case-book.ts';
import type { CaseBook, CaseState, CaseStep, CheckCase, OpenCase } from '../src/cases/case-book.ts';
import type { CaseReading } from '../src/cases/case-reading.ts';
import { riseCheck } from '../src/cases/check-case.ts';
import { reconcile } from '../src/cases/reconcile.ts';
import { replayReadings } from '../src/cases/replay.ts';
import { byMeasurement, isBehindCase, isLinked, mayChangeCases, takeReadings } from '../src/cases/take.ts';

interface Row {
  readonly id: number;
  state: CaseState;
  case: OpenCase;
}

/** One person's readings and cases as stored, changed by deliveries as the server changes them. */
export class CaseTable {
  readonly #readings = new Map<number | null, CaseReading>();
  readonly #latest = new Map<MeasurementKind, number>();
  #rows: Row[] = [];
  #next = 1;
  /** Deliveries that were out of order. */
  replays = 0;

  /** A delivery; readings already stored are skipped. */
  deliver(items: readonly CaseReading[]): void {
    const fresh = items.filter((item, at) => !this.#readings.has(item.id) && items.indexOf(item) === at);
    for (const item of fresh) {
      this.#readings.set(item.id, item);
    }
    if (fresh.length > 0) {
      this.#follow(fresh);
    }
  }

  /** Moves the clock to an instant: a due check case rises. */
  tick(now: number): void {
    for (const step of riseCheck(this.#book().check, now).steps) {
      this.#apply(step, new Map());
    }
  }

  /** Begin and end in minutes, and all that a list shows; ordered by begin. */
  cases(): readonly object[] {
    return this.#rows
      .map(({ state, case: { id: _, noticeAt: _notice, ...own } }) => ({ ...own, state, waiting: undefined }))
      .toSorted((one, other) => one.fromAt - other.fromAt || (one.abnormalType < other.abnormalType ? -1 : 1));
  }

  spans(): readonly { readonly type: AbnormalType; readonly from: number; readonly to: number }[] {
    return this.#rows.map(({ state, case: own }) => ({
      type: own.abnormalType,
      from: own.fromAt,
      to: state <= 2 ? Number.POSITIVE_INFINITY : own.toAt,
    }));
  }

  #follow(fresh: readonly CaseReading[]): void {
    const book = this.#book();
    const kinds = [...new Set(fresh.map(({ kind }) => kind))].map((kind) => {
      const own = fresh.filter((each) => each.kind === kind);
      return {
        kind,
        times: new Set(own.map(({ at }) => at)),
        first: Math.min(...own.map(({ at }) => at)),
        worst: Math.max(...own.map(({ judgement }) => judgement.level)),
      };
    });
    if (kinds.some((each) => mayChangeCases(book, each))) {
      const mixed = kinds.some(
        ({ kind, first }) =>
          this.#overtaken(kind, first) ||
          isBehindCase(book, kind, first) ||
          (isLinked(book, kind, first) && this.#overtakenByOthers(kind, first)),
      );
      if (mixed) {
        this.#replay(fresh);
      } else {
        this.#take(book, kinds);
      }
    }
    for (const { kind, at } of fresh) {
      this.#latest.set(kind, Math.max(at, this.#latest.get(kind) ?? at));
    }
  }

  #overtaken(kind: MeasurementKind, first: number): boolean {
    return (this.#latest.get(kind) ?? Number.NEGATIVE_INFINITY) >= first;
  }

  #overtakenByOthers(kind: MeasurementKind, first: number): boolean {
    return [...this.#latest].some(([other, at]) => other !== kind && (at > first || (at === first && other > kind)));
  }

  #ordered(): CaseReading[] {
    return [...this.#readings.values()].toSorted(byMeasurement);
  }

  #take(
    book: CaseBook,
    kinds: readonly { readonly kind: MeasurementKind; readonly times: ReadonlySet<number> }[],
  ): void {
    const ordered = this.#ordered();
    const known = new Map<AbnormalType, number>();
    const taken = kinds.map(({ kind, times }) => {
      const until = Math.max(...times);
      return {
        kind,
        times,
        readings: ordered.filter((each) => each.kind === kind && each.at <= until).slice(-bookDepth - times.size),
      };
    });
    for (const step of takeReadings(book, taken).steps) {
      this.#apply(step, known);
    }
  }

  #replay(fresh: readonly CaseReading[]): void {
    this.replays += 1;
    const stored = this.#rows.map((row) => ({ id: row.id, state: row.state, acted: false, case: row.case }));
    const { withdrawn, steps, past } = reconcile(
      stored,
      replayReadings({
        readings: [...this.#readings.values()],
        isFresh: (reading) => fresh.includes(reading),
        closings: [],
      }),
    );
    this.#rows = this.#rows.filter(({ id }) => !withdrawn.includes(id));
    const known = new Map<AbnormalType, number>();
    for (const step of steps) {
      this.#apply(step, known);
    }
    for (const { case: own, clearedAt } of past) {
      this.#rows.push({ id: this.#next++, state: 5, case: { ...own, toAt: Math.max(own.toAt, clearedAt) } });
    }
  }

  #apply(step: CaseStep, known: Map<AbnormalType, number>): void {
    const type = step.case.abnormalType;
    const row = this.#rows.find(
      ({ id }) => id === (step.do === 'reopen' ? step.id : (step.case.id ?? known.get(type))),
    );
    if (!row) {
      const id = this.#next++;
      this.#rows.push({ id, state: 0, case: { ...step.case, id } });
      known.set(type, id);
      return;
    }
    if (step.do === 'clear') {
      Object.assign(row, { state: 5, case: { ...row.case, toAt: Math.max(step.case.toAt, step.at) } });
      known.delete(type);
    } else {
      Object.assign(row, { state: step.do === 'reopen' ? 0 : row.state, case: { ...step.case, id: row.id } });
      known.set(type, row.id);
    }
  }

  #book(): CaseBook {
    const open = this.#rows.filter(({ state }) => state <= 2).map((row) => row.case);
    const check = open.find(({ abnormalType }) => abnormalType === 'check');
    return {
      recent: new Map(),
      closed: [],
      check: (check as CheckCase | undefined) ?? null,
      open: new Map(open.filter((each) => each !== check).map((each) => [each.abnormalType, each])),
      ended: this.#rows.filter(({ state }) => state === 5).map((row) => row.case),
    };
  }
}
