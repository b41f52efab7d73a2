import { isFullRun } from '@kangmai/testkit/random-cases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/**
 * A day of many wearers: everybody's watch sends a pulse every half hour, and some have what the script writes down.
 * `DAY_PEOPLE=10000` takes ten thousand.
 */
const people = Number(process.env['DAY_PEOPLE'] ?? (isFullRun ? 2000 : 60));
const day = '2026-03-10';
const stepMinutes = 30;
const perDelivery = 500;

interface Case {
  readonly hour: number;
  readonly type: string;
  readonly level: number;
}

/** What a wearer sends at a minute beside the pulse, instead of it where the kinds are the same. */
interface Sent {
  readonly minute: number;
  readonly dataType: string;
  readonly values: object;
  readonly isCuff?: true;
  readonly contact?: 'off';
}

interface Script {
  readonly sent?: readonly Sent[];
  /** No pulse from this minute on. */
  readonly silentFrom?: number;
  readonly tags?: readonly string[];
  readonly opens?: Case;
}

const heart = (minute: number, value: number): Sent => ({
  minute,
  dataType: 'heart',
  values: { heart: value, heartState: 1 },
});
const oxygen = (minute: number, spo2: number): Sent => ({ minute, dataType: 'spo2', values: { spo2 } });
const cuff = (minute: number, high: number, low: number): Sent => ({
  minute,
  dataType: 'bp',
  values: { high, low },
  isCuff: true,
});

/** What can happen to a wearer at an hour; the rest have a usual day. */
const scripts: readonly ((hour: number) => Script)[] = [
  (hour) => ({ sent: [cuff(hour * 60 + 5, 205, 122)], opens: { hour, type: 'bpHigh', level: 4 } }),
  (hour) => ({ sent: [cuff(hour * 60 + 9, 188, 112)], opens: { hour, type: 'bpHigh', level: 3 } }),
  (hour) => ({
    sent: [cuff(hour * 60 + 2, 165, 102), cuff(hour * 60 + 22, 166, 101)],
    opens: { hour, type: 'bpHigh', level: 2 },
  }),
  (hour) => ({ sent: [cuff(hour * 60 + 7, 165, 102)] }),
  (hour) => ({
    sent: [3, 9, 15].map((minute) => heart(hour * 60 + minute, 155)),
    opens: { hour, type: 'heartFast', level: 4 },
  }),
  (hour) => ({ sent: [heart(hour * 60 + 11, 155)] }),
  (hour) => ({
    sent: [4, 12].map((minute) => oxygen(hour * 60 + minute, 88)),
    opens: { hour, type: 'spo2Low', level: 3 },
  }),
  // Off the body it is no value; what it shows has to be checked.
  (hour) => ({
    sent: [4, 12].map((minute) => ({ ...oxygen(hour * 60 + minute, 88), contact: 'off' as const })),
    opens: { hour, type: 'check', level: 2 },
  }),
  (hour) => ({
    sent: [{ minute: hour * 60 + 17, dataType: 'event', values: { event: 'sos' } }],
    opens: { hour, type: 'sos', level: 4 },
  }),
  // The last pulse comes half an hour before; three intervals after it the silence is due.
  (hour) => ({
    silentFrom: hour * 60,
    tags: ['dementia'],
    opens: { hour: hour + 1, type: 'offline', level: 3 },
  }),
];

/** Every fifth wearer has a script, at hours 4 to 21 in turn; by then the server has learned a device's interval. */
function scriptOf(index: number): Script {
  if (index % 5 !== 3) return {};
  const nth = Math.floor(index / 5);
  return scripts[nth % scripts.length]?.(4 + ((nth * 7 + Math.floor(nth / 18)) % 18)) ?? {};
}

const wearers = Array.from({ length: people }, (_, index) => ({
  imei: `86${String(index).padStart(13, '0')}`,
  script: scriptOf(index),
}));

let ward: Ward;

beforeAll(async () => {
  ward = await openWard(day, '00:00');
  for (const { imei, script } of wearers) {
    await ward.wearer(imei, { registered: true, ...(script.tags && { tags: script.tags }) });
    if (script.sent?.some(({ isCuff }) => isCuff)) await ward.pairCuff(imei);
  }
}, 1_800_000);

afterAll(() => ward.close());

const instantOf = (minute: number): string => new Date(ward.at('00:00').getTime() + minute * 60_000).toISOString();

/** What everybody sends in the step that ends at a minute. */
const itemsUntil = (end: number): readonly object[] =>
  wearers.flatMap(({ imei, script: { sent = [], silentFrom = Infinity } }) => {
    const now = sent.filter(({ minute }) => minute > end - stepMinutes && minute <= end);
    const pulse = end <= silentFrom - stepMinutes || silentFrom === Infinity ? [heart(end, 72)] : [];
    return [...now, ...pulse].map(({ minute, isCuff, ...item }) => ({
      ...item,
      imei,
      measuredAt: instantOf(minute),
      ...(isCuff && { childImei: `C${imei}` }),
    }));
  });

const tally = (cases: readonly Case[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { hour, type, level } of cases) {
    const key = `${String(hour).padStart(2, '0')} ${type} ${level}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

test(
  `the cases of a day of ${people} wearers are those of the script, by hour, kind and level`,
  { timeout: 3_600_000 },
  async () => {
    for (let end = 0; end < 24 * 60; end += stepMinutes) {
      ward.advance((ward.at('00:00').getTime() + end * 60_000 - ward.now().getTime()) / 60_000);
      const items = itemsUntil(end);
      for (let from = 0; from < items.length; from += perDelivery) {
        const answers = await ward.send(...items.slice(from, from + perDelivery));
        expect(answers.filter(({ status }) => status !== 'stored')).toEqual([]);
      }
      await ward.follow();
      await ward.tick();
    }
    const opened = await ward.sql<Case>(
      "select extract(hour from alarmed_at at time zone 'Asia/Shanghai')::integer as hour, type, level from abnormal_case where tenant_id = $1",
    );
    const wanted = wearers.flatMap(({ script: { opens } }) => (opens === undefined ? [] : [opens]));
    expect(wanted.length).toBeGreaterThan(people / 10);
    expect(tally(opened)).toEqual(tally(wanted));
  },
);
