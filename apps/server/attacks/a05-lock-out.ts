import { request } from 'node:http';
import type { Report } from '../faults/report.ts';
import type { Attack } from './attack.ts';
import type { DemoTenant, Target } from './target.ts';

const tenancyName: DemoTenant = 'jincheng';
const right = 'Kangmai@2026';
const home = '127.0.0.1';
const mostADay = 50;

interface SignIn {
  readonly status: number;
  readonly text: string;
}

interface Rows {
  readonly totalCount: number;
  readonly items: readonly {
    readonly id: number;
    readonly userName: string;
    readonly lockoutEndDateUtc: string | null;
  }[];
}

/** Signs in from an address of this machine; every 127.x.y.z is one. */
function signInFrom(
  from: { readonly url: string; readonly tenantId: string; readonly address: string },
  userNameOrEmailAddress: string,
  password: string,
): Promise<SignIn> {
  const body = JSON.stringify({ userNameOrEmailAddress, password });
  const headers = { 'content-type': 'application/json', 'abp.tenantid': from.tenantId };
  return new Promise((resolve, reject) => {
    const asked = request(
      `${from.url}/api/TokenAuth/Authenticate`,
      { method: 'POST', headers, localAddress: from.address, agent: false },
      (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part;
          })
          .on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    asked.on('error', reject).end(body);
  });
}

type Door = (address: string, userName: string, password: string) => Promise<SignIn>;

async function doorOf(target: Target): Promise<Door> {
  const visitor = await target.visitor(tenancyName);
  const tenantId = visitor.headers['abp.tenantid'] ?? '';
  return (address, userName, password) => signInFrom({ url: target.url, tenantId, address }, userName, password);
}

const inLine = ({ status, text }: SignIn): string => `${status} ${text.slice(0, 120)}`;

/** Guesses the doctor's password and that of an unknown name from many addresses. */
async function guess(door: Door, report: Report, addresses: number): Promise<void> {
  const botnet = Array.from({ length: addresses }, (_, at) => `127.1.${Math.floor(at / 200)}.${(at % 200) + 1}`);
  const answers = await Promise.all(botnet.map((address, at) => door(address, 'doctor', `wrong ${at}`)));
  const stranger = await door('127.2.0.1', 'nobody has this name', 'wrong');
  report.check(
    'a guesser is told of a known name what is told of an unknown one',
    answers.length,
    answers.filter(({ status, text }) => status !== stranger.status || text !== stranger.text).map(inLine),
  );
  const again = await door('127.2.0.2', 'doctor', right);
  report.must(
    'an unknown place gets no try on a day that is used up, not with the right password either',
    again.text === stranger.text,
    inLine(again),
  );
}

/** What an administrator sees of it, and the way out. */
async function unlock(target: Target, door: Door, report: Report): Promise<void> {
  const admin = await target.signIn('admin', tenancyName);
  const { result } = await admin.get<Rows>('User/GetUsers', { OnlyLockedUsers: true });
  const locked = result.items.find(({ userName }) => userName === 'doctor');
  report.must(
    'the list of locked users names the doctor and until when',
    typeof locked?.lockoutEndDateUtc === 'string',
    JSON.stringify(result.items),
  );
  await admin.post('User/UnlockUser', { id: locked?.id ?? 0 });
  const after = await door('127.2.0.3', 'doctor', right);
  report.must('after the unlock the doctor signs in anywhere', after.status === 200, inLine(after));
}

async function run(target: Target, report: Report, { isLong }: { readonly isLong: boolean }): Promise<void> {
  const door = await doorOf(target);
  const first = await door(home, 'doctor', right).catch(() => undefined);
  const reachable = await door('127.2.0.9', 'nurse', right).catch(() => undefined);
  if (!first || !reachable) {
    report.skip('this machine has one loopback address only');
    return;
  }
  await guess(door, report, isLong ? 200 : mostADay + 5);
  const owner = await door(home, 'doctor', right);
  report.must('the owner signs in at the usual address during the attack', owner.status === 200, inLine(owner));

  const doctor = await target.signIn('doctor', tenancyName);
  const { result } = await doctor.get<Rows>('UserLogin/GetUserLoginAttempts', { Result: 'InvalidPassword' });
  report.must(
    'a guesser gets at most 50 tries a day',
    result.totalCount <= mostADay,
    `${result.totalCount} were looked at`,
  );

  await Promise.all(Array.from({ length: isLong ? 150 : 35 }, (_, at) => door('127.2.0.10', `nobody${at}`, 'wrong')));
  const colleague = await door('127.2.0.10', 'nurse', right);
  report.must(
    'a colleague signs in behind an address with many wrong tries',
    colleague.status === 200,
    inLine(colleague),
  );
  await unlock(target, door, report);
}

/** Guesses passwords from many addresses and many from one; other users must still sign in. */
export const lockOut: Attack = { name: 'A5', title: 'guessing passwords shuts nobody out', run };
