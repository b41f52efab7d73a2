import { setTimeout as sleep } from 'node:timers/promises';
import { addUser } from '@kangmai/testkit/isolation-people';
import type { Answer, Client } from '@kangmai/testkit/client';
import { figures, type Figure, type Reading } from './slow-cases.ts';
import { SlowDesk, type Told } from './slow-desk.ts';
import type { CaseType, DeskCase, State } from './slow-ladder.ts';
import { openWard, type Taken, type Ward } from './ward.ts';

/** Plays a night on a virtual clock in the product over the wire and in the slow desk; compares them every minute. */

export const staffNames = ['admin', 'wang', 'li'] as const;
export type Staff = (typeof staffNames)[number];

export interface ReadingTold {
  readonly do: 'reads';
  readonly person: string;
  readonly figure: Figure;
  /** Measured so many minutes before it arrives. */
  readonly ago: number;
  readonly isWorn: boolean;
  /** The same measurement that came already, through the second gateway: it counts once. */
  readonly isTwin: boolean;
}

/** A call for help, or its end by the wearer. */
export interface Called {
  readonly do: 'presses' | 'falls' | 'cancels';
  readonly person: string;
  /** By the other wearable of the person. */
  readonly isSecond: boolean;
}

/** What happens at the ward in a minute. */
export type Happening =
  | ReadingTold
  | Called
  | (Told & { readonly do: 'claims' | 'releases' | 'closes'; readonly staff: Staff })
  | (Told & { readonly do: 'reaches'; readonly staff: Staff; readonly outcome: number });

type ReadingWords = Partial<Pick<ReadingTold, 'ago' | 'isWorn' | 'isTwin'>>;

export const reads = (person: string, figure: Figure, words: ReadingWords = {}): ReadingTold => ({
  do: 'reads',
  person,
  figure,
  ago: 0,
  isWorn: true,
  isTwin: false,
  ...words,
});

interface Wearer {
  readonly id: number;
  readonly imeis: readonly string[];
}

interface Listed {
  readonly id: number;
  readonly userid: number;
  readonly 'abnormaL_TYPE': CaseType;
  readonly 'abnormaL_LEVEL': number;
  readonly state: 0 | 1 | 2;
  readonly nextDueTime: string | null;
  readonly handleUserId: number | null;
}

const stateNames: readonly State[] = ['open', 'claimed', 'inProgress'];
const minuteMs = 60_000;
const secondGateway = 'ward-2';

function refuse(person: string, text: string): never {
  throw new Error(`${person}: ${text}`);
}

/** A script whose readings are refused tells nothing. */
function requireStored(items: readonly object[], answers: readonly Taken[]): void {
  const wrong = answers.findIndex(({ status }) => status !== 'stored');
  if (wrong >= 0) throw new Error(`${JSON.stringify(items[wrong])}: ${JSON.stringify(answers[wrong])}`);
}

export class NightWard {
  readonly desk = new SlowDesk();
  readonly ward: Ward;
  readonly #staff: ReadonlyMap<Staff, { readonly id: number; readonly client: Client }>;
  readonly #wearers = new Map<string, Wearer>();
  readonly #names = new Map<number, string>();
  readonly #start: number;

  private constructor(ward: Ward, staff: ReadonlyMap<Staff, { readonly id: number; readonly client: Client }>) {
    this.ward = ward;
    this.#staff = staff;
    this.#start = ward.now().getTime();
  }

  static async open(day: string, start: string): Promise<NightWard> {
    const ward = await openWard(day, start);
    await ward.addSource(secondGateway);
    const admin = await ward.app.as('admin', 'Alpha');
    const others = await Promise.all(
      ['wang', 'li'].map((userName) =>
        addUser(ward.app, 'Alpha', { userName, dataScope: 'all', allPermissions: true }),
      ),
    );
    const ids = await ward.sql<{ id: number; name: string }>(
      'select id, user_name as name from app_user where tenant_id = $1',
    );
    const clients = [admin, ...others.map(({ client }) => client)];
    const idOf = (name: string): number => ids.find((each) => each.name === name)?.id ?? 0;
    const staff = new Map(
      staffNames.map((name, at) => [name, { id: idOf(name), client: clients[at] as Client }] as const),
    );
    return new NightWard(ward, staff);
  }

  /** Adds a person of fifty with a registered watch, a cuff paired through it, and a second wearable unless dement. */
  async admit(name: string, isDement = false): Promise<void> {
    const { ward } = this;
    const [watch, second] = [1, 2].map((which) => `86${String(this.#wearers.size * 2 + which).padStart(13, '0')}`) as [
      string,
      string,
    ];
    const imeis = isDement ? [watch] : [watch, second];
    const id = await ward.wearer(watch, { registered: true, name, tags: isDement ? ['dementia'] : [] });
    if (isDement) this.desk.watch(name);
    else {
      const other = await ward.wearer(second, { type: 'band', registered: true });
      await ward.sql('update device_binding set client_id = $2 where tenant_id = $1 and client_id = $3', [id, other]);
    }
    await ward.pairCuff(watch);
    this.#wearers.set(name, { id, imeis });
    this.#names.set(id, name);
  }

  #wearer(name: string): Wearer {
    const wearer = this.#wearers.get(name);
    if (!wearer) throw new Error(`nobody is called ${name}`);
    return wearer;
  }

  /** Everybody's watch tells a pulse, before the clock looks at anything. */
  async begin(): Promise<void> {
    await this.#deliver(
      0,
      [...this.#wearers.keys()].map((person) => reads(person, 'P72')),
    );
  }

  /** The local time of a minute of the night, `22:31`. */
  clock(minute: number): string {
    return new Date(this.#start + minute * minuteMs).toLocaleTimeString('en-GB', {
      timeZone: 'Asia/Shanghai',
      hour: '2-digit',
      minute: '2-digit',
    });
  }

  /** Lives one minute: what is due, then what happens. */
  async live(
    minute: number,
    happenings: readonly Happening[],
    wrong: (person: string, text: string) => void = refuse,
  ): Promise<void> {
    const { ward, desk } = this;
    ward.advance((this.#start + minute * minuteMs - ward.now().getTime()) / minuteMs);
    desk.minute(minute);
    await this.#giveDue();
    const readings = happenings.filter((each) => each.do === 'reads');
    if (readings.length > 0) await this.#deliver(minute, readings);
    for (const each of happenings) {
      if (each.do === 'reads') continue;
      const problem = await this.#act(each);
      if (problem !== undefined) wrong(each.person, problem);
    }
  }

  async #giveDue(): Promise<void> {
    const { ward } = this;
    await ward.sql(
      'update outbox set available_at = now() where tenant_id = $1 and available_at > now() and available_at <= $2',
      [ward.now()],
    );
    for (const clock of ward.app.server.modules.find(({ name }) => name === 'readings')?.clocks ?? [])
      await clock.tick();
    await this.#follow();
  }

  /** Waits until the followers of alarms are done. Statistics may still be running. */
  async #follow(): Promise<void> {
    const { follower } = this.ward.app.server;
    for (;;) {
      follower.wake(this.ward.tenantId);
      const left = await this.ward.sql(
        'select id from outbox where tenant_id = $1 and lane <> 1 and available_at <= now() and failed_at is null limit 1',
      );
      // Last, or a notice written meanwhile stays unseen and its next rung comes early.
      await this.ward.show();
      if (left.length === 0) break;
      await sleep(2);
    }
    const failed = this.ward.app.log().filter((line) => line.includes('follows an event failed'));
    if (failed.length > 0) throw new Error(failed.join('\n'));
  }

  async #deliver(minute: number, happenings: readonly ReadingTold[]): Promise<void> {
    const arrived = new Map<string, Reading[]>();
    const gateways: Record<'first' | 'second', object[]> = { first: [], second: [] };
    for (const each of happenings) {
      gateways[each.isTwin ? 'second' : 'first'].push(this.#item(each));
      const { figure, ago, isWorn } = each;
      const reading = { figure, at: minute - ago, arrived: minute, isWorn, isCuff: figures[figure].kind === 'bp' };
      if (!each.isTwin) arrived.set(each.person, [...(arrived.get(each.person) ?? []), reading]);
    }
    requireStored(gateways.first, await this.ward.send(...gateways.first));
    if (gateways.second.length > 0)
      requireStored(gateways.second, await this.ward.sendFrom(secondGateway, ...gateways.second));
    await this.#follow();
    for (const [person, readings] of arrived) this.desk.arrive(person, readings);
    for (const { person } of happenings) this.desk.heard(person);
  }

  #item({ person, figure, ago, isWorn }: ReadingTold): object {
    const {
      imeis: [imei],
    } = this.#wearer(person);
    const { kind } = figures[figure];
    const measuredAt = new Date(this.ward.now().getTime() - ago * minuteMs).toISOString();
    const [high, low] = figure.split('/').map(Number);
    const values = {
      bp: { high, low },
      heart: { heart: Number(figure.slice(1)), heartState: 1 },
      spo2: { spo2: Number(figure.slice(0, -1)) },
    }[kind];
    return {
      imei,
      dataType: kind,
      measuredAt,
      values,
      ...(kind === 'bp' && { childImei: `C${imei}` }),
      ...(!isWorn && { contact: 'off' }),
    };
  }

  /** Answers what is wrong when the product allows what the rules refuse, or the other way round. */
  async #act(each: Exclude<Happening, ReadingTold>): Promise<string | undefined> {
    if (!('type' in each)) {
      await this.#call(each);
      return undefined;
    }
    if (!this.desk.open(each)) return undefined;
    const id = await this.#idOf(each);
    const allowed = this.#decide(each);
    if (id === undefined) return `the product has no open case ${each.type}`;
    const { status, text } = await this.#ask(each, id);
    const isAllowed = status === 200;
    return isAllowed === allowed
      ? undefined
      : `${JSON.stringify(each)}: the rules say ${String(allowed)}, the product ${status} ${text.slice(0, 200)}`;
  }

  async #call({ do: what, person, isSecond }: Called): Promise<void> {
    const imei = this.#wearer(person).imeis[isSecond ? 1 : 0] ?? '';
    const event = { presses: 'sos', falls: 'fall', cancels: 'fallCancelled' }[what];
    await this.ward.send({ imei, dataType: 'event', measuredAt: this.ward.now().toISOString(), values: { event } });
    await this.#follow();
    if (what === 'cancels') this.desk.cancel(person, imei);
    else this.desk.call(what === 'presses' ? 'sos' : 'fall', person, imei);
    this.desk.heard(person);
  }

  #decide(each: Extract<Happening, Told>): boolean {
    if (each.do === 'claims') return this.desk.claim(each.staff, each);
    if (each.do === 'releases') return this.desk.release(each);
    return 'outcome' in each ? this.desk.contact(each.staff, each, each.outcome) : this.desk.close(each);
  }

  #ask(each: Extract<Happening, Told>, id: number): Promise<Answer<unknown>> {
    const client = this.#staff.get(each.staff)?.client as Client;
    if (each.do === 'claims') return client.post('AbnormalData/Claim', { id });
    if (each.do === 'releases') return client.post('AbnormalData/CreateOrEdit', { id, state: 0 });
    if ('outcome' in each) return client.post('AbnormalData/LogContact', { id, callOutcome: each.outcome });
    return client.post('AbnormalData/CreateOrEdit', {
      id,
      state: 3,
      handleType: 1,
      handleResult: '已电话联系本人，情况平稳',
    });
  }

  async #idOf({ person, type }: Told): Promise<number | undefined> {
    const [row] = await this.ward.sql<{ id: number }>(
      'select id from abnormal_case where tenant_id = $1 and client_id = $2 and type = $3 and state in (0, 1, 2) and not is_deleted',
      [this.#wearer(person).id, type],
    );
    return row?.id;
  }

  /** A line of the desk: level, person, kind, state and holder, time of the next notice. */
  line({
    level,
    person,
    type,
    state,
    holder,
    due,
  }: Pick<DeskCase, 'level' | 'person' | 'type' | 'state' | 'holder' | 'due'>): string {
    return `${level} ${person} ${type} ${state}${holder === undefined ? '' : ` ${holder}`} ${due === undefined ? '—' : this.clock(due)}`;
  }

  /** The desk as the browser asks for it. */
  async shown(): Promise<readonly string[]> {
    const client = this.#staff.get('wang')?.client as Client;
    const found: Listed[] = [];
    for (let more = true; more;) {
      const page = await client.get<{
        readonly totalCount: number;
        readonly items: readonly { readonly abnormalData: Listed }[];
      }>('AbnormalData/GetAll', {
        stateFilter: '0,1,2',
        Sorting: 'deskRank asc',
        SkipCount: found.length,
        MaxResultCount: 500,
      });
      found.push(...page.result.items.map(({ abnormalData }) => abnormalData));
      more = page.result.items.length > 0 && found.length < page.result.totalCount;
    }
    return found.map((row) =>
      this.line({
        level: row['abnormaL_LEVEL'] as DeskCase['level'],
        type: row['abnormaL_TYPE'],
        state: stateNames[row.state] as State,
        person: this.#names.get(row.userid) ?? `#${row.userid}`,
        holder: [...this.#staff].find(([, { id }]) => id === row.handleUserId)?.[0],
        due: row.nextDueTime === null ? undefined : (Date.parse(row.nextDueTime) - this.#start) / minuteMs,
      }),
    );
  }

  /** Rank of a case by the rules: gravest first, within a level unclaimed first; silent devices below level 3 last. */
  place({ level, state, type }: DeskCase): number {
    return (type === 'offline' && level < 3 ? 100 : 0) + (4 - level) * 2 + (state === 'open' ? 0 : 1);
  }

  /**
   * How the product's desk differs from the rules, by person; under `order` when a case precedes a graver one, or an
   * older one of the same rank. Empty when both agree.
   */
  async differences(): Promise<ReadonlyMap<string, string>> {
    const shown = await this.shown();
    const wanted = new Map(this.desk.shown().map((each) => [this.line(each), each]));
    const found = new Map<string, string>();
    const note = (person: string, text: string): void => {
      found.set(person, `${found.get(person) ?? ''}\n  ${text}`);
    };
    for (const line of shown) if (!wanted.has(line)) note(line.split(' ')[1] ?? '', `the product shows  ${line}`);
    for (const [line, { person }] of wanted) if (!shown.includes(line)) note(person, `the rules want     ${line}`);
    const matched = shown.flatMap((line) => wanted.get(line) ?? []);
    for (const [at, each] of matched.entries()) {
      const before = matched[at - 1];
      const isWrong = before && (this.place(before) - this.place(each) || before.born - each.born) > 0;
      if (isWrong) note('order', `${this.line(before)} stands before ${this.line(each)}`);
    }
    return found;
  }
}
