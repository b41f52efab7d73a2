import { afterAll, beforeAll, expect, test } from 'vitest';
import { NightWard, reads, type Happening, type Staff } from './night-ward.ts';
import type { CaseType } from './slow-ladder.ts';

/** A night of the ward from 22:30 to 06:30: thirty wearers, three at the desk. Each minute ends with a comparison. */

const claims = (staff: Staff, person: string, type: CaseType): Happening => ({ do: 'claims', staff, person, type });
const closes = (staff: Staff, person: string, type: CaseType): Happening => ({ do: 'closes', staff, person, type });
const presses = (person: string, isSecond = false): Happening => ({ do: 'presses', person, isSecond });
const falls = (person: string): Happening => ({ do: 'falls', person, isSecond: false });
const cancels = (person: string): Happening => ({ do: 'cancels', person, isSecond: false });
const off = (person: string, figure: '82%'): Happening => reads(person, figure, { isWorn: false });

const outcomes = { person: 1, guardian: 2, onSite: 3, noAnswer: 4 } as const;
const reaches = (
  staff: Staff,
  whom: keyof typeof outcomes,
  [person, type]: readonly [string, CaseType],
): Happening => ({ do: 'reaches', staff, person, type, outcome: outcomes[whom] });

type Row = readonly [time: string, words: string, happenings: readonly Happening[], desk: readonly string[]];

/** Time, what happens, and what the desk shows then: level, person, kind, state and holder, time of the next notice. */
const report: readonly Row[] = [
  // A critical pressure: told at 3 min, held for five by the claim, ended by the call.
  ['22:40', '王秀兰 measures 205/122', [reads('王秀兰', '205/122')], ['4 王秀兰 bpHigh open 22:43']],
  ['22:43', 'nobody came: told again', [], ['4 王秀兰 bpHigh open 22:45']],
  ['22:44', 'wang takes it', [claims('wang', '王秀兰', 'bpHigh')], ['4 王秀兰 bpHigh claimed wang 22:49']],
  [
    '22:45',
    'li comes too late; nobody answers wang',
    [claims('li', '王秀兰', 'bpHigh'), reaches('wang', 'noAnswer', ['王秀兰', 'bpHigh'])],
    ['4 王秀兰 bpHigh inProgress wang 22:49'],
  ],
  [
    '22:46',
    'unproven, it cannot be closed',
    [closes('wang', '王秀兰', 'bpHigh')],
    ['4 王秀兰 bpHigh inProgress wang 22:49'],
  ],
  ['22:49', 'the claim lapses', [], ['4 王秀兰 bpHigh open 22:54']],
  [
    '22:50',
    'wang takes it once more: that holds nothing',
    [claims('wang', '王秀兰', 'bpHigh')],
    ['4 王秀兰 bpHigh claimed wang 22:54'],
  ],
  [
    '22:52',
    'the daughter is reached',
    [reaches('wang', 'guardian', ['王秀兰', 'bpHigh'])],
    ['4 王秀兰 bpHigh inProgress wang —'],
  ],

  // Help from the bath.
  [
    '22:55',
    '李国强 calls from the bath',
    [presses('李国强')],
    ['4 李国强 sos open 22:58', '4 王秀兰 bpHigh inProgress wang —'],
  ],
  ['22:56', 'he presses again', [presses('李国强')], ['4 李国强 sos open 22:58', '4 王秀兰 bpHigh inProgress wang —']],
  [
    '22:57',
    'li responds; wang cannot any more',
    [claims('li', '李国强', 'sos'), claims('wang', '李国强', 'sos')],
    ['4 王秀兰 bpHigh inProgress wang —', '4 李国强 sos claimed li 23:02'],
  ],
  [
    '22:59',
    'nobody may close it yet',
    [closes('wang', '李国强', 'sos')],
    ['4 王秀兰 bpHigh inProgress wang —', '4 李国强 sos claimed li 23:02'],
  ],
  [
    '23:01',
    'li stands beside him',
    [reaches('li', 'onSite', ['李国强', 'sos'])],
    ['4 王秀兰 bpHigh inProgress wang —', '4 李国强 sos inProgress li —'],
  ],
  ['23:05', 'both are closed', [closes('li', '李国强', 'sos'), closes('wang', '王秀兰', 'bpHigh')], []],

  // A milder value within half an hour opens the closed case again, at its own level; two calm ones end it.
  ['23:20', '王秀兰 measures 145/88', [reads('王秀兰', '145/88')], ['1 王秀兰 bpHigh open —']],
  ['23:30', '118/76', [reads('王秀兰', '118/76')], ['1 王秀兰 bpHigh open —']],
  ['23:40', '118/76 again', [reads('王秀兰', '118/76')], []],

  // The same oxygen through two gateways is one measurement and confirms nothing.
  ['23:41', '张建华 has 88%, by both gateways', [reads('张建华', '88%'), reads('张建华', '88%', { isTwin: true })], []],
  ['23:56', 'no second value came', [], ['2 张建华 check open 23:56']],
  ['00:02', '97%: all is well', [reads('张建华', '97%')], []],

  // A watch on the table invents 82%.
  ['00:05', '陈玉珍 has taken the watch off', [off('陈玉珍', '82%')], []],
  ['00:12', 'it goes on', [off('陈玉珍', '82%')], []],
  ['00:20', 'told once, without sound', [], ['2 陈玉珍 check open 00:20']],
  ['00:40', 'still on the table', [off('陈玉珍', '82%')], ['2 陈玉珍 check open 00:20']],
  ['00:50', 'worn again', [reads('陈玉珍', '97%')], []],

  // A watch that was out of reach uploads late: one rung after an hour; the first fresh value starts the whole ladder.
  [
    '01:00',
    '赵德明 uploads two values of three hours ago',
    [reads('赵德明', '88%', { ago: 180 }), reads('赵德明', '88%', { ago: 170 })],
    ['3 赵德明 spo2Low open 02:00'],
  ],
  ['01:10', 'a mild one of now leaves it', [reads('赵德明', '92%')], ['3 赵德明 spo2Low open 02:00']],

  // A fall that its wearer cancels, and one that stands.
  ['01:30', '孙桂英 falls and cancels at once', [falls('孙桂英'), cancels('孙桂英')], ['3 赵德明 spo2Low open 02:00']],
  [
    '01:35',
    '刘振国 falls; li takes it',
    [falls('刘振国'), claims('li', '刘振国', 'fall')],
    ['4 刘振国 fall claimed li 01:40', '3 赵德明 spo2Low open 02:00'],
  ],
  [
    '01:36',
    'his cancel comes too late',
    [cancels('刘振国')],
    ['4 刘振国 fall claimed li 01:40', '3 赵德明 spo2Low open 02:00'],
  ],
  [
    '01:38',
    'he says that he is fine',
    [reaches('li', 'person', ['刘振国', 'fall']), closes('li', '刘振国', 'fall')],
    ['3 赵德明 spo2Low open 02:00'],
  ],

  ['02:00', 'the one rung of the late values', [], ['3 赵德明 spo2Low open —']],

  // Two devices of one person call: one case, two calls.
  ['02:10', '周淑芬 presses her watch', [presses('周淑芬')], ['4 周淑芬 sos open 02:13', '3 赵德明 spo2Low open —']],
  ['02:12', 'and the band', [presses('周淑芬', true)], ['4 周淑芬 sos open 02:13', '3 赵德明 spo2Low open —']],
  [
    '02:13',
    'told again; admin takes both',
    [claims('admin', '周淑芬', 'sos')],
    ['4 周淑芬 sos claimed admin 02:18', '3 赵德明 spo2Low open —'],
  ],
  [
    '02:15',
    'she is reached',
    [reaches('admin', 'person', ['周淑芬', 'sos'])],
    ['4 周淑芬 sos inProgress admin —', '3 赵德明 spo2Low open —'],
  ],
  [
    '02:20',
    'she presses once more: a new call',
    [presses('周淑芬')],
    ['4 周淑芬 sos inProgress admin 02:23', '3 赵德明 spo2Low open —'],
  ],
  [
    '02:21',
    'the old call proves nothing; admin responds to the new one',
    [closes('admin', '周淑芬', 'sos'), claims('admin', '周淑芬', 'sos')],
    ['4 周淑芬 sos inProgress admin 02:26', '3 赵德明 spo2Low open —'],
  ],
  [
    '02:24',
    'reached and closed',
    [reaches('admin', 'onSite', ['周淑芬', 'sos']), closes('admin', '周淑芬', 'sos')],
    ['3 赵德明 spo2Low open —'],
  ],

  ['02:30', '赵德明 has 88% now', [reads('赵德明', '88%')], ['3 赵德明 spo2Low open 03:00']],
  ['02:35', 'wang takes it', [claims('wang', '赵德明', 'spo2Low')], ['3 赵德明 spo2Low claimed wang 03:05']],
  ['03:05', 'without a call it lapses', [], ['3 赵德明 spo2Low open 03:35']],
  [
    '03:20',
    'li takes it and reaches the wife',
    [claims('li', '赵德明', 'spo2Low'), reaches('li', 'guardian', ['赵德明', 'spo2Low'])],
    ['3 赵德明 spo2Low inProgress li —'],
  ],
  ['03:25', 'closed', [closes('li', '赵德明', 'spo2Low')], []],

  // 吴文彬 and 郑玉兰 have dementia; their watches fall silent at 03:15 and 03:30.
  ['04:15', 'an hour without 吴文彬', [], ['3 吴文彬 offline open 04:45']],
  ['04:20', 'admin goes to look', [claims('admin', '吴文彬', 'offline')], ['3 吴文彬 offline claimed admin 04:50']],
  ['04:30', 'an hour without 郑玉兰', [], ['3 郑玉兰 offline open 05:00', '3 吴文彬 offline claimed admin 04:50']],
  [
    '04:35',
    'his watch talks again: whoever holds the case closes it',
    [reads('吴文彬', 'P72')],
    ['3 郑玉兰 offline open 05:00', '3 吴文彬 offline claimed admin 04:50'],
  ],
  ['04:36', 'admin does', [closes('admin', '吴文彬', 'offline')], ['3 郑玉兰 offline open 05:00']],
  ['04:50', 'hers talks again: nobody held it, it ends', [reads('郑玉兰', 'P72')], []],

  // A pressure that climbs, level by level.
  ['05:00', '冯志远 measures 165/102', [reads('冯志远', '165/102')], []],
  ['05:05', '165/102 again', [reads('冯志远', '165/102')], ['2 冯志远 bpHigh open 05:05']],
  ['05:06', 'li keeps it in mind', [claims('li', '冯志远', 'bpHigh')], ['2 冯志远 bpHigh claimed li 05:05']],
  ['05:20', '188/112', [reads('冯志远', '188/112')], ['3 冯志远 bpHigh claimed li 05:50']],
  ['05:22', 'he is reached', [reaches('li', 'person', ['冯志远', 'bpHigh'])], ['3 冯志远 bpHigh inProgress li —']],
  [
    '05:30',
    '205/122: the call was about less',
    [reads('冯志远', '205/122'), closes('li', '冯志远', 'bpHigh')],
    ['4 冯志远 bpHigh inProgress li 05:33'],
  ],
  ['05:33', 'it lapses', [], ['4 冯志远 bpHigh open 05:35']],
  [
    '05:34',
    'reached and closed',
    [reaches('li', 'person', ['冯志远', 'bpHigh']), closes('li', '冯志远', 'bpHigh')],
    [],
  ],

  // Low oxygen beside a fast heart is more than either.
  ['05:40', '马丽华 has 92% and 125', [reads('马丽华', '92%'), reads('马丽华', 'P125')], []],
  ['05:45', '92% and 125', [reads('马丽华', '92%'), reads('马丽华', 'P125')], ['2 马丽华 spo2Low open 05:45']],
  [
    '05:50',
    '92% and 125',
    [reads('马丽华', '92%'), reads('马丽华', 'P125')],
    ['4 马丽华 spo2Low open 05:53', '2 马丽华 heartFast open 05:50'],
  ],
  [
    '06:10',
    'ten minutes on the ladder, then every ten',
    [],
    ['4 马丽华 spo2Low open 06:20', '2 马丽华 heartFast open 05:50'],
  ],
];

const named = ['王秀兰', '李国强', '张建华', '陈玉珍', '赵德明', '孙桂英', '刘振国', '周淑芬', '冯志远', '马丽华'];
/** Out of reach after the first time, heard again after the second. */
const dement = new Map([
  ['吴文彬', ['03:15', '04:35']],
  ['郑玉兰', ['03:30', '04:50']],
] as const);
const quiet = Array.from({ length: 30 - named.length - dement.size }, (_, at) => `客户${at + 1}`);
const minutes = 480;

let night: NightWard;
beforeAll(async () => {
  night = await NightWard.open('2031-03-10', '22:30');
  for (const name of [...named, ...quiet]) await night.admit(name);
  for (const name of dement.keys()) await night.admit(name, true);
  await night.begin();
});
afterAll(() => night.ward.close());

/** Minutes since 22:30. */
function minuteOf(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return (hours * 60 + rest - (22 * 60 + 30) + 1440) % 1440;
}

/** Every watch tells a pulse every 15 minutes, one after the other, as long as it is in reach. */
function pulses(minute: number): readonly Happening[] {
  const everybody = [...quiet, ...named.filter((name) => name !== '马丽华'), ...dement.keys()];
  return everybody
    .filter((name, at) => {
      const [from, to] = dement.get(name as '吴文彬') ?? [];
      if (from === undefined || to === undefined) return minute % 15 === at % 15;
      return minute % 15 === 0 && (minute <= minuteOf(from) || minute > minuteOf(to));
    })
    .map((name) => reads(name, 'P72'));
}

test('a night of the ward stands on the desk as the rules say, minute by minute', async () => {
  const rows = new Map(report.map((row) => [minuteOf(row[0]), row]));
  for (let minute = 1; minute <= minutes; minute += 1) {
    const [time, words, happenings, desk] = rows.get(minute) ?? [night.clock(minute), 'nothing happens', [], undefined];
    await night.live(minute, [...pulses(minute), ...happenings]);
    expect([...(await night.differences())], `${time} ${words}`).toEqual([]);
    if (desk) expect(await night.shown(), `${time} ${words}`).toEqual(desk);
  }
  expect(rows.size).toBe(report.length);
});
