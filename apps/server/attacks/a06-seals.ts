import type { Client } from '@kangmai/testkit/client';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

const tenancyName = 'jincheng';

interface SignedIn {
  readonly accessToken: string;
  readonly encryptedAccessToken: string;
  readonly refreshToken: string;
}

/** What the server issues sealed or as a token, by the calls that take it. */
async function seals(target: Target): Promise<Readonly<Record<string, string>>> {
  const [visitor, host] = await Promise.all([target.visitor(tenancyName), target.as('admin')]);
  const demo = { userNameOrEmailAddress: 'manager', password: 'Kangmai@2026' };
  const { result: tokens } = await visitor.post<SignedIn>('/api/TokenAuth/Authenticate', demo);
  const recipient = `doctor@${tenancyName}.example`;
  await visitor.post('Account/SendPasswordResetCode', { emailAddress: recipient });
  const whole = await host.post<{ readonly body: string }>('OutgoingMessages/GetWholeText', {
    tenancyName,
    recipient,
    reason: '攻击演练',
  });
  const resetLink = /c=(\S+)/.exec(whole.result?.body ?? '')?.[1] ?? '';
  const admin = await target.as('admin', tenancyName);
  const {
    result: { fileToken },
  } = await admin.get<{ readonly fileToken: string }>('SensitiveAccessLog/GetSensitiveAccessLogsToExcel');
  return {
    resetLink,
    fileToken,
    accessToken: tokens.accessToken,
    encryptedAccessToken: tokens.encryptedAccessToken,
    refreshToken: tokens.refreshToken,
  };
}

/** Calls that open a sealed value or take a token; `own` opens there. */
const doors: readonly {
  readonly name: string;
  readonly own: readonly string[];
  readonly send: (visitor: Client, value: string) => Promise<{ readonly status: number }>;
}[] = [
  { name: 'ResolveTenantId', own: ['resetLink'], send: (visitor, c) => visitor.post('Account/ResolveTenantId', { c }) },
  {
    name: 'ResetPassword',
    own: ['resetLink'],
    send: (visitor, c) => visitor.post('Account/ResetPassword', { c, password: 'Stolen-Horse-9' }),
  },
  { name: 'ActivateEmail', own: [], send: (visitor, c) => visitor.post('Account/ActivateEmail', { c }) },
  {
    name: 'RefreshToken',
    own: ['refreshToken'],
    send: (visitor, refreshToken) => visitor.post('/api/TokenAuth/RefreshToken', { refreshToken }),
  },
  {
    name: 'LinkedAccountAuthenticate',
    own: [],
    send: (visitor, token) => visitor.post('/api/TokenAuth/LinkedAccountAuthenticate', { switchAccountToken: token }),
  },
  {
    name: 'ImpersonatedAuthenticate',
    own: [],
    send: (visitor, token) => visitor.post('/api/TokenAuth/ImpersonatedAuthenticate', { impersonationToken: token }),
  },
  {
    name: 'DownloadTempFile',
    own: ['fileToken'],
    send: (visitor, fileToken) => visitor.get('/File/DownloadTempFile', { fileToken }),
  },
];

const refusals: readonly number[] = [400, 401, 404];

/** Sends every value that was sealed for one purpose to the calls of all others. */
export const sealsOfOtherPurposes: Attack = {
  name: 'A6',
  title: 'a value sealed for one purpose opens nothing else',
  run: async (target, report) => {
    const [visitor, values] = await Promise.all([target.visitor(tenancyName), seals(target)]);
    const missing = Object.entries(values).flatMap(([kind, value]) =>
      typeof value === 'string' && value.length > 20 ? [] : [`no ${kind} was handed out`],
    );
    report.check('values to send', Object.keys(values).length, missing);
    for (const { name, own, send } of doors) {
      const foreign = Object.entries(values).filter(([kind]) => !own.includes(kind));
      const answers = await Promise.all(
        foreign.map(async ([kind, value]) => ({ kind, status: (await send(visitor, value)).status })),
      );
      const isLink = ['ResolveTenantId', 'ResetPassword', 'ActivateEmail'].includes(name);
      const broken = answers.filter(({ status }) => (isLink ? status !== 400 : !refusals.includes(status)));
      report.check(
        `${name} refuses what is not its own`,
        answers.length,
        broken.map(({ kind, status }) => `${kind} answered ${status}`),
      );
    }
  },
};
