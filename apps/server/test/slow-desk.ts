import {
  confirmedLevel,
  episodesOf,
  isDoubtful,
  isPast,
  kindOf,
  levelOf,
  typeOf,
  type Act,
  type Episode,
  type Level,
  type Reading,
} from './slow-cases.ts';
import {
  begin,
  climb,
  giveBack,
  hold,
  isClaimedBefore,
  isDue,
  isProven,
  mayAnswerAgain,
  respond,
  type CaseType,
  type DeskCase,
} from './slow-ladder.ts';
import { questionOf, type Question } from './slow-question.ts';

/** The desk of one night by docs/alarms.md: open cases, level, holder, time of the next notice. Times are minutes. */

interface Person {
  readonly readings: Reading[];
  readonly acts: Act[];
  questions: Question[];
}

export interface Told {
  readonly person: string;
  readonly type: CaseType;
}

export class SlowDesk {
  readonly cases: DeskCase[] = [];
  readonly #people = new Map<string, Person>();
  /** When the devices of persons with dementia were heard of last; those that are silent stand aside. */
  readonly #heardAt = new Map<string, number>();
  readonly #silent = new Set<string>();
  now = 0;

  #person(name: string): Person {
    const known = this.#people.get(name) ?? { readings: [], acts: [], questions: [] };
    this.#people.set(name, known);
    return known;
  }

  open({ person, type }: Told): DeskCase | undefined {
    return this.cases.findLast((each) => each.person === person && each.type === type && each.end === undefined);
  }

  /** All that is open. */
  shown(): readonly DeskCase[] {
    return this.cases.filter(({ end }) => end === undefined);
  }

  /** The clock comes to a minute: rungs and unanswered values that are due. */
  minute(now: number): void {
    this.now = now;
    for (const each of this.shown()) this.#climb(each);
    for (const each of this.shown()) this.#doubt(each);
    this.#silence();
    for (const [name, person] of this.#people) {
      const due = person.questions.filter((question) => question.due <= now);
      for (const question of due) this.#ask(name, person, question);
    }
  }

  #climb(row: DeskCase): void {
    if (!isDue(row, this.now)) return;
    climb(row, this.now);
    if (row.level < 3) return;
    Object.assign(row, { state: 'open', holder: undefined });
    for (const call of row.calls) call.isWaiting = true;
    this.#note(row, 'free');
  }

  /** A doubtful value that nothing valid followed for a quarter of an hour makes an unclaimed check graver. */
  #doubt(row: DeskCase): void {
    if (row.state === 'open' && row.level < 3 && Math.min(...row.doubts.values()) + 15 <= this.now) this.#raise(row, 3);
  }

  #note(row: DeskCase, what: Act['what']): void {
    if (row.type === 'bpHigh' || row.type === 'heartFast' || row.type === 'spo2Low')
      this.#person(row.person).acts.push({ at: this.now, type: row.type, what });
  }

  #add(told: Told, level: Level, more: Partial<DeskCase> = {}): DeskCase {
    const row: DeskCase = {
      ...told,
      level,
      state: 'open',
      holder: undefined,
      alarmedAt: this.now,
      reachedAt: undefined,
      claimedAt: undefined,
      step: 0,
      runs: 0,
      due: undefined,
      isLate: false,
      isPast: false,
      born: this.now,
      episode: undefined,
      end: undefined,
      calls: [],
      waits: new Map(),
      doubts: new Map(),
      ...more,
    };
    begin(row, this.now);
    this.cases.push(row);
    return row;
  }

  #raise(row: DeskCase, level: Level): void {
    row.level = level;
    begin(row, this.now);
  }

  /** Readings of one person arrive together. */
  arrive(name: string, fresh: readonly Reading[]): void {
    const person = this.#person(name);
    person.readings.push(...fresh);
    person.readings.sort((one, other) => one.at - other.at);
    this.#medical(name, person, fresh.every(isPast));
    for (const reading of fresh) this.#answer(name, person, reading);
    for (const kind of new Set(fresh.map(kindOf)))
      this.#wonder(
        person,
        fresh.filter((each) => kindOf(each) === kind),
      );
  }

  #medical(name: string, { readings, acts }: Person, isSilent: boolean): void {
    const taken = new Set<DeskCase>();
    for (const episode of episodesOf(readings, acts)) {
      const row = this.cases.find((each) => !taken.has(each) && each.person === name && isSameEpisode(each, episode));
      taken.add(row ? this.#bring(row, episode, isSilent) : this.#made(name, episode));
    }
    const open = this.shown().filter(({ person, episode }) => person === name && episode !== undefined);
    for (const row of open) if (!taken.has(row)) row.end = 'itself';
  }

  #made(person: string, episode: Episode): DeskCase {
    const { level, isLate: late, isPast: past, end, again, type } = episode;
    const before =
      again &&
      this.cases.find(
        (each) => each.person === person && each.episode?.type === type && each.episode.closedAt === again.closedAt,
      );
    return this.#add({ person, type }, level, {
      isLate: late,
      isPast: past,
      episode,
      end: end === undefined ? undefined : 'itself',
      born: before?.born ?? this.now,
    });
  }

  /** Readings past all alarms raise a case without a rung of their own; of level 3 or 4 it has that of late ones. */
  #bring(row: DeskCase, episode: Episode, isSilent: boolean): DeskCase {
    const { level, isLate: late, isPast: past, end } = episode;
    const isBegun =
      row.end === undefined
        ? level !== row.level || isFirstTold(row, episode)
        : row.end === 'itself' && end === undefined;
    const kept = isSilent && isRaised(row, episode) ? { due: dueOfRaised(row, level, this.now) } : {};
    Object.assign(
      row,
      { episode, isLate: late, isPast: past },
      row.end === 'staff' ? {} : { end: end === undefined ? undefined : 'itself' },
    );
    if (isBegun && row.end === undefined) this.#raise(row, level);
    return Object.assign(row, kept);
  }

  /** A valid reading answers what waited for its kind: it ends 数据待核实 when it is normal or confirms something. */
  #answer(name: string, person: Person, reading: Reading): void {
    const kind = kindOf(reading);
    if (reading.isWorn)
      person.questions = person.questions.filter(
        (each) => kindOf(each.reading) !== kind || each.reading.at >= reading.at,
      );
    const check = this.open({ person: name, type: 'check' });
    const confirmed = confirmedLevel(person.readings.filter((each) => kindOf(each) === kind && each.at <= reading.at));
    if (isDoubtful(reading) && confirmed < levelOf(reading))
      this.#wait(check ?? this.#add({ person: name, type: 'check' }, 2), reading);
    else if (check && reading.isWorn && reading.at > (check.waits.get(kind) ?? Number.POSITIVE_INFINITY))
      this.#settle(check, reading, confirmed);
  }

  #settle(check: DeskCase, reading: Reading, confirmed: Level | 0): void {
    const kind = kindOf(reading);
    check.doubts.delete(kind);
    if (levelOf(reading) > 0 && confirmed === 0) return;
    check.waits.delete(kind);
    if (check.waits.size === 0 && check.state === 'open') check.end = 'itself';
  }

  /** A check waits for a valid value after a doubtful one. */
  #wait({ waits, doubts }: DeskCase, reading: Reading): void {
    const kind = kindOf(reading);
    if (!waits.has(kind)) waits.set(kind, reading.at);
    if (!doubts.has(kind)) doubts.set(kind, reading.at);
  }

  /** Keeps the value at the end of a kind that nothing valid follows: of level 3 or 4, fresh. */
  #wonder(person: Person, fresh: readonly Reading[]): void {
    const kind = kindOf(fresh[0] as Reading);
    const question = questionOf(person.readings.filter((each) => kindOf(each) === kind));
    if (!question || !fresh.some(({ at }) => at === question.reading.at)) return;
    person.questions = [...person.questions.filter((each) => kindOf(each.reading) !== kind), question];
  }

  #ask(name: string, person: Person, question: Question): void {
    const kind = kindOf(question.reading);
    const still = questionOf(person.readings.filter((each) => kindOf(each) === kind));
    person.questions = person.questions.filter((each) => each !== question);
    if (!still || still.reading !== question.reading) return;
    if (still.due > this.now) {
      person.questions.push(still);
      return;
    }
    this.#check(name, question.reading);
  }

  /** 数据待核实: level 3 for figures of level 4, else 2; nothing where an open case covers it already. */
  #check(person: string, reading: Reading): void {
    const kind = kindOf(reading);
    const level: Level = reading.isWorn && levelOf(reading) === 4 ? 3 : 2;
    const medical = this.open({ person, type: typeOf[kind] });
    if (medical && medical.level >= level) return;
    const check = this.open({ person, type: 'check' });
    if (!check) this.#add({ person, type: 'check' }, level, { waits: new Map([[kind, reading.at]]) });
    else {
      if (!check.waits.has(kind)) check.waits.set(kind, reading.at);
      if (level > check.level) this.#raise(check, level);
    }
  }

  /** Help is called for, by a press or a fall. */
  call(type: 'sos' | 'fall', person: string, device: string): void {
    const row = this.open({ person, type });
    if (!row) {
      this.#add({ person, type }, 4, { calls: [{ device, at: this.now, presses: 1, isWaiting: true }] });
      return;
    }
    const before = row.calls.findLast((each) => each.device === device && this.now - each.at <= 5);
    if (before) before.presses += 1;
    else row.calls.push({ device, at: this.now, presses: 1, isWaiting: true });
    const { due } = row;
    if (due === undefined || (!before && this.now + 3 < due)) begin(row, this.now);
    else Object.assign(row, { alarmedAt: this.now, reachedAt: undefined });
  }

  /** The wearer cancels a fall within a minute. */
  cancel(person: string, device: string): void {
    const row = this.open({ person, type: 'fall' });
    const last = row?.calls.findLast((each) => each.device === device);
    if (!row || !last || row.state !== 'open' || row.claimedAt !== undefined || last.presses > 1) return;
    row.calls = row.calls.filter((each) => each !== last);
    if (row.calls.length === 0) row.end = 'staff';
  }

  /** A person with dementia: an hour without a sign of the device is an alarm of level 3, day and night, once. */
  watch(person: string): void {
    this.#heardAt.set(person, this.now);
  }

  #silence(): void {
    for (const [person, at] of this.#heardAt) {
      if (this.now - at < 60) continue;
      this.#heardAt.delete(person);
      if (!this.open({ person, type: 'offline' })) this.#add({ person, type: 'offline' }, 3);
      this.#silent.add(person);
    }
  }

  /** A device is heard of: its silence is over. */
  heard(person: string): void {
    if (this.#heardAt.has(person) || this.#silent.delete(person)) this.#heardAt.set(person, this.now);
    const row = this.open({ person, type: 'offline' });
    if (row?.state === 'open') row.end = 'itself';
  }

  /** Each answers false where the product has to refuse. */
  claim(who: string, told: Told): boolean {
    const row = this.open(told);
    if (!row) return false;
    if (row.holder === who && mayAnswerAgain(row)) {
      if (row.calls.some(({ isWaiting }) => isWaiting) && row.due !== undefined) hold(row, this.now);
      respond(row);
      return true;
    }
    if (row.state !== 'open') return false;
    if (!isClaimedBefore(row) && !isProven(row)) hold(row, this.now);
    Object.assign(row, { state: 'claimed', holder: who, claimedAt: this.now });
    respond(row);
    this.#note(row, 'hold');
    return true;
  }

  contact(who: string, told: Told, outcome: number): boolean {
    const row = this.open(told);
    if (!row) return false;
    if (row.state === 'open') Object.assign(row, { holder: who, claimedAt: this.now });
    row.state = 'inProgress';
    respond(row);
    this.#note(row, 'hold');
    if (outcome > 3) return true;
    if (!isProven(row)) row.reachedAt = this.now;
    row.due = undefined;
    return true;
  }

  close(told: Told): boolean {
    const row = this.open(told);
    if (!row || (row.level === 4 && !isProven(row))) return false;
    Object.assign(row, { end: 'staff', calls: [] });
    this.#note(row, 'close');
    if (row.episode) Object.assign(row.episode, { closedAt: this.now, end: this.now });
    return true;
  }

  release(told: Told): boolean {
    const row = this.open(told);
    if (!row) return false;
    if (row.state === 'open') return true;
    giveBack(row, this.now);
    Object.assign(row, { state: 'open', holder: undefined });
    for (const call of row.calls) call.isWaiting = true;
    this.#note(row, 'free');
    return true;
  }
}

/** When a case of level 3 or 4 is due that old readings raise. */
const dueOfRaised = ({ due }: DeskCase, level: Level, now: number): number | undefined =>
  due ?? (level >= 3 ? now + 60 : undefined);

/** A fresh reading announces a case of late readings; a late one starts the ladder of a case of older ones. */
const isFirstTold = (row: DeskCase, { isLate: late, isPast: past, level }: Episode): boolean =>
  (row.isLate && !late) || (row.isPast && !past && level >= 3);

/** A notified case has a lower level than its readings require. */
const isRaised = (row: DeskCase, { isLate: late, level }: Episode): boolean =>
  row.end === undefined && !late && level > row.level;

/** A medical case lasts as long as its readings: same if closed at the same time, or if both overlap. */
function isSameEpisode({ episode: own, end }: DeskCase, other: Episode): boolean {
  if (own?.type !== other.type) return false;
  if (end === 'staff' || other.closedAt !== undefined) return own.closedAt === other.closedAt;
  return own.from <= (other.end ?? Number.POSITIVE_INFINITY) && other.from <= (own.end ?? Number.POSITIVE_INFINITY);
}
