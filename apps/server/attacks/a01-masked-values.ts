import { residentCheckCharacter } from '@kangmai/domain';
import type { Answer, Client } from '@kangmai/testkit/client';
import type { Report } from '../faults/report.ts';
import type { Attack } from './attack.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly birthday: string;
  readonly ['certificate_no']: string | null;
  readonly phone: string;
  readonly longitude: unknown;
}

type Try = (who: Client, number: string) => Promise<Answer<unknown>>;

const list = 'C_client/GetPagedAll';
const rowsOf = async (who: Client): Promise<readonly Row[]> =>
  (await who.get<{ items: readonly Row[] }>(list, { MaxResultCount: 200 })).result.items;

/** Numbers of one region, birthday and sex, in the order of the register. */
function candidatesOf(number: string): readonly string[] {
  const isOdd = Number(number[16]) % 2;
  const heads = Array.from(
    { length: 500 },
    (_one, at) => `${number.slice(0, 14)}${String(at * 2 + isOdd).padStart(3, '0')}`,
  );
  return heads.map((head) => `${head}${residentCheckCharacter(head) ?? ''}`);
}

function fits(number: string, mask: string): boolean {
  const [head = '', tail = ''] = mask.split(/\*+/);
  return number.startsWith(head) && number.endsWith(tail);
}

function checkMasks(report: Report, rows: readonly Row[]): void {
  const wrong = rows.filter(({ ['certificate_no']: shown }) => shown !== null && !/^[\dA-Z]\*{8}$/.test(shown));
  report.check(
    'identity numbers show one character',
    rows.length,
    wrong.map(({ id }) => `client ${id}`),
  );
  const open = rows.filter(({ longitude }) => longitude !== null && longitude !== '******');
  report.check(
    'homes are masked',
    rows.length,
    open.map(({ id }) => `client ${id}`),
  );
}

const doors: readonly Try[] = [
  (who, number) => who.get(list, { ['certificate_noFilter']: number }),
  (who, number) => who.get(list, { Filter: number }),
  (who, number) => who.get('Watch_hearts/GetAll', { Filter: number }),
  (who, number) => who.get('C_client/GetC_clientForSelect', { filter: number }),
  (who, number) => who.post('C_client/CheckUserExist', { name: '某人', ['certificate_no']: number }),
];

const hasFound = ({ status, result }: Answer<unknown>): boolean => {
  if (status === 409) return true;
  const { totalCount = 0, exist = false } = (result ?? {}) as { totalCount?: number; exist?: boolean };
  return totalCount > 0 || exist || (Array.isArray(result) && result.length > 0);
};

async function tryAll(
  who: Client,
  numbers: readonly string[],
): Promise<{ readonly found: number; readonly refused: number }> {
  let [found, refused] = [0, 0];
  for (const [at, number] of numbers.entries()) {
    const answer = await (doors[at % doors.length] ?? (doors[0] as Try))(who, number);
    if (answer.status === 429 && answer.headers.get('retry-after') !== null) refused += 1;
    else if (answer.status === 200 && hasFound(answer)) found += 1;
  }
  return { found, refused };
}

interface Victim {
  readonly mask: string;
  readonly number: string;
}

/** The whole number of a person, read with Reveal. The attack compares its findings with it. */
async function wholeNumber(admin: Client, rows: readonly Row[]): Promise<Victim | undefined> {
  const row = rows.find(({ ['certificate_no']: shown }) => shown !== null);
  if (!row) return undefined;
  const answer = await admin.post<{ value: string }>('C_client/Reveal', {
    id: row.id,
    field: 'certificate_no',
    reason: '核对身份',
  });
  return { mask: row['certificate_no'] ?? '', number: answer.result.value };
}

/** From what lists show to a whole identity number: by its mask, by its order in a list, by trying. */
export const maskedValues: Attack = {
  name: 'A1',
  title: 'masked identity numbers cannot be rebuilt',
  async run(target, report, { isLong, seed }) {
    const [admin, doctor] = [await target.as('admin', 'qianjiang'), await target.as('doctor', 'qianjiang')];
    const rows = await rowsOf(doctor);
    checkMasks(report, rows);
    for (const word of ['certificate_no', 'phone', 'longitude']) {
      const { status } = await doctor.get(list, { Sorting: `${word} asc` });
      report.must(`no list is sorted by ${word}`, status === 400, `answered ${status}`);
    }
    const victim = await wholeNumber(admin, rows);
    if (!victim) throw new Error('the demo shows no person with a number');
    const candidates = candidatesOf(victim.number);
    const left = candidates.filter((number) => fits(number, victim.mask));
    report.must('at least 500 numbers remain', left.length >= 500, `${left.length} remain`);
    const wrong = candidates.filter((number) => number !== victim.number);
    const before = 3 + (seed % 17);
    const tries = [...wrong.slice(0, before), victim.number, ...wrong.slice(before)].slice(0, isLong ? 500 : 40);
    const numbers = isLong ? [...tries, ...tries] : tries;
    const { found, refused } = await tryAll(doctor, numbers);
    report.must(`${numbers.length} tries find nobody`, found === 0, `${found} found`);
    // The long form tries each number twice: the three that were searched once may be searched again.
    const allowed = isLong ? 6 : 3;
    report.must('all but three numbers are refused', refused === numbers.length - allowed, `${refused} were refused`);
  },
};
