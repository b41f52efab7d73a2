import { request } from 'node:http';
import type { Report } from '../faults/report.ts';
import { attackTypedAddresses } from './a10-typed-addresses.ts';
import type { Attack, AttackOptions } from './attack.ts';
import { demoPassword, type Target } from './target.ts';

const evil = 'evil.example';

/** Addresses that lead away from the product in some browser. */
const awayAddresses = [
  `//${evil}`,
  `/\\${evil}`,
  `\\\\${evil}`,
  `/\t/${evil}`,
  `https://${evil}`,
  `https:${evil}`,
  'javascript:alert(1)',
  'data:text/html,x',
  `/%0d%0alocation:%20https://${evil}`.replaceAll('%0d%0a', '\r\n'),
];

/** A request with headers of any kind, such as a Host of somebody else. */
function ask(
  target: Target,
  path: string,
  given: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
): Promise<{ readonly status: number; readonly location: string | undefined; readonly text: string }> {
  const { hostname, port } = new URL(target.url);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        hostname,
        port,
        path,
        method: given.body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...given.headers },
      },
      (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part;
          })
          .on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, text }));
      },
    );
    asked.on('error', reject).end(given.body);
  });
}

/** No answer redirects a browser to another host, and no mail links to the host that a request named. */
async function attackRedirects(target: Target, report: Report): Promise<void> {
  const visitor = await target.visitor('qianjiang');
  const led: string[] = [];
  // Signs in one after the other: parallel sign-ins of one account are throttled.
  for (const returnUrl of awayAddresses) {
    const { status, text, result } = await visitor.post<{ readonly returnUrl: string | null }>(
      '/api/TokenAuth/Authenticate',
      { userNameOrEmailAddress: 'doctor', password: demoPassword, returnUrl, singleSignIn: true },
    );
    if (status !== 200 || result.returnUrl !== null) led.push(`${returnUrl}: ${status} ${text.slice(0, 200)}`);
  }
  report.check('a sign-in returns no address that leads away', awayAddresses.length, led);
  const paths = [
    '/',
    '//evil.example',
    '//evil.example/..',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/account/login?returnUrl=//evil.example',
    '/views/transfer?redirect=https://evil.example',
    '/.//evil.example',
    '/assets',
    '/assets//evil.example/',
    '/api/docs/files',
    '/help',
  ];
  const answers = await Promise.all(
    paths.flatMap((path) =>
      [
        { host: evil },
        { 'host': evil, 'x-forwarded-host': evil, 'x-forwarded-proto': 'https', 'accept': 'text/html' },
      ].map((headers) => ask(target, path, { headers })),
    ),
  );
  report.check(
    'no address redirects to another host',
    answers.length,
    answers.flatMap(({ location }) =>
      location !== undefined && /evil|^\/\/|^https?:/.test(location) ? [location] : [],
    ),
  );
  report.check(
    'no answer repeats the Host of the request',
    answers.length,
    answers.flatMap(({ text }) => (/https?:\/\/evil/.test(text) ? [text.slice(0, 100)] : [])),
  );
}

interface Mail {
  readonly body: string;
  readonly recipient: string;
}

async function attackMailLinks(target: Target, report: Report): Promise<void> {
  const admin = await target.as('admin', 'jincheng');
  const { result } = await admin.get<{ readonly user: { readonly emailAddress: string } }>(
    'Session/GetCurrentLoginInformations',
  );
  const { emailAddress } = result.user;
  const { headers } = await target.visitor('jincheng');
  const given = {
    headers: {
      ...headers,
      'host': evil,
      'x-forwarded-host': evil,
      'forwarded': `host=${evil}`,
      'origin': `https://${evil}`,
      'referer': `https://${evil}/`,
    },
    body: JSON.stringify({ emailAddress, returnUrl: `https://${evil}`, callbackUrl: `https://${evil}` }),
  };
  const { status } = await ask(target, '/api/services/app/Account/SendPasswordResetCode', given);
  report.must('a reset is asked for', status === 200, `answered ${status}`);
  const mails = (
    await admin.get<{ readonly items: readonly Mail[] }>('OutgoingMessages/GetAll', { RecipientFilter: emailAddress })
  ).result.items;
  report.check(
    'the link of a mail never leads to the Host of the request',
    mails.length,
    mails.flatMap(({ body }) => (body.includes(evil) ? [body] : [])),
  );
}

/** What a browser or a proxy may keep of answers about persons. */
async function attackCaches(target: Target, report: Report): Promise<void> {
  const doctor = await target.as('doctor', 'Default');
  const paths = [
    'C_client/GetPagedAll',
    'AbnormalData/GetAll',
    'Watch_bps/GetAll',
    'Watch_bps/GetAll?MaxResultCount=5000',
    'C_client/GetPagedAll?Sorting=x',
    'SOS_Records/GetAll',
    'Nothing/GetAll',
    'Watch_bps/GetStatistics',
  ];
  const answers = await Promise.all(paths.map((path) => doctor.fetch(path)));
  report.check(
    'no answer about persons may be kept',
    answers.length,
    answers.flatMap((answer, at) =>
      (answer.headers.get('cache-control') ?? '').includes('no-store')
        ? []
        : [`${paths[at]}: ${answer.headers.get('cache-control')}`],
    ),
  );
}

/** Texts on which a backtracking expression would take seconds. */
async function attackExpressions(target: Target, report: Report, { isLong }: AttackOptions): Promise<void> {
  const doctor = await target.as('doctor', 'Default');
  const long = (part: string, length: number): string => part.repeat(Math.floor(length / part.length));
  const tries: (() => Promise<unknown>)[] = [
    ...['=', '%3D', '+', 'a.'].map((part) => () => hubToken(target, long(part, 60_000))),
    ...['/', ':1', '.', 'a', '-'].map(
      (part) => () => ask(target, '/AbpUserConfiguration/GetAll', { headers: { host: long(part, 12_000) } }),
    ),
    ...['eyJ', '=', 'a.'].map(
      (part) => () =>
        ask(target, '/api/services/app/C_client/GetPagedAll', {
          headers: { authorization: `Bearer ${long(part, 12_000)}` },
        }),
    ),
    ...['%', ' ', '_%', '\\', 'id,', 'a asc,'].flatMap((part) =>
      ['Filter', 'Sorting', 'NameFilter', 'IdFilter'].map(
        (name) => () => doctor.get('C_client/GetPagedAll', { [name]: long(part, 4_000) }),
      ),
    ),
    () =>
      doctor.get('C_client/GetPagedAll', { IdFilter: Array.from({ length: 1_800 }, (_each, at) => at + 1).join(',') }),
    () =>
      ask(
        target,
        `/api/services/app/C_client/GetPagedAll?${Array.from({ length: 1_500 }, (_each, at) => `f${at}=1`).join('&')}`,
        { headers: doctor.headers },
      ),
  ];
  const slow: string[] = [];
  for (const attempt of isLong ? [...tries, ...tries, ...tries] : tries) {
    await attempt();
    const began = performance.now();
    await ask(target, '/health/live', {});
    if (performance.now() - began > 5_000) slow.push(attempt.toString().slice(0, 80));
  }
  report.check('no text keeps the server from answering others', tries.length, slow);
}

/** Knocks at the real-time door with a token, without waiting for what it says. */
async function hubToken(target: Target, token: string): Promise<void> {
  const opened = await ask(target, '/socket.io/?EIO=4&transport=polling', {});
  const sid = /"sid":"([^"]+)"/.exec(opened.text)?.[1];
  if (sid === undefined) throw new Error(`the real-time door did not open: ${opened.text.slice(0, 100)}`);
  await ask(target, `/socket.io/?EIO=4&transport=polling&sid=${sid}`, {
    headers: { 'content-type': 'text/plain' },
    body: `40${JSON.stringify({ token })}`,
  });
}

/** Conditions of rules that are deep, wide or of the wrong kind. */
async function attackConditions(target: Target, report: Report): Promise<void> {
  const admin = await target.as('admin', 'qianjiang');
  const deep = (levels: number): string => `${'{"all":['.repeat(levels)}{"metric":"pulse"}${']}'.repeat(levels)}`;
  const wide = JSON.stringify({ all: Array.from({ length: 15_000 }, () => ({ metric: 'pulse', op: '>', value: 1 })) });
  const conditions = [
    deep(8),
    deep(500),
    wide,
    '"^(a+)+$"',
    '{"metric":"pulse","matches":"^(a+)+$"}',
    '[]',
    '{"max":"1e999"}',
    '{"__proto__":{"max":1}}',
  ];
  const { result } = await admin.get<{ readonly items: readonly Readonly<Record<string, unknown>>[] }>(
    'AbnormalRules/GetAll',
    { MaxResultCount: 1 },
  );
  const row = (Object.values(result.items[0] ?? {})[0] ?? result.items[0]) as Readonly<Record<string, unknown>>;
  const answers = await Promise.all(
    conditions.map((condition) =>
      ask(target, '/api/services/app/AbnormalRules/CreateOrEdit', {
        headers: admin.headers,
        body: `${JSON.stringify({ ...row, id: null, code: 'A10', condition: 'HERE' }).replace('"HERE"', () => condition)}`,
      }),
    ),
  );
  report.check(
    'conditions that are none are refused',
    answers.length,
    answers.flatMap(({ status, text }, at) =>
      [400, 413].includes(status) ? [] : [`${conditions[at]?.slice(0, 40)}: ${status} ${text.slice(0, 120)}`],
    ),
  );
}

export const browserAndEdges: Attack = {
  name: 'A10',
  title: 'typed addresses, redirects, mail links, caches, hostile texts and conditions',
  run: async (target, report, options) => {
    // The addresses take their answer's 5 seconds; the others need not wait for them.
    await Promise.all([
      attackTypedAddresses(target, report),
      attackRedirects(target, report),
      attackMailLinks(target, report),
      attackCaches(target, report),
      attackConditions(target, report),
    ]);
    await attackExpressions(target, report, options);
  },
};
