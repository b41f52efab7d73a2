import { client, type Client } from '@kangmai/testkit/client';
import type { Report } from '../faults/report.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

const tenancyName = 'qianjiang';
const recipient = 'doctor@qianjiang.example';
const newPassword = 'Stolen-Horse-9';

interface Message {
  readonly recipient: string;
  readonly body: string;
}
interface User {
  readonly id: number;
  readonly userName: string;
  readonly emailAddress: string;
}

const outboxOf = (who: Client) =>
  who.get<{ readonly items: readonly Message[] }>('OutgoingMessages/GetAll', { MaxResultCount: 100 });
const readWhole = (who: Client, more: object = {}) =>
  who.post<{ readonly body: string }>('OutgoingMessages/GetWholeText', {
    tenancyName,
    recipient,
    reason: '攻击演练',
    ...more,
  });

/** A client that acts in the name of another user. */
async function inNameOf(target: Target, who: Client, given: object): Promise<Client> {
  const { result } = await who.post<{ readonly impersonationToken: string }>('Account/Impersonate', given);
  const path = `/api/TokenAuth/ImpersonatedAuthenticate?impersonationToken=${result.impersonationToken}`;
  const over = await (await target.visitor()).post<{ readonly accessToken: string }>(path);
  return client(target.url, { authorization: `Bearer ${over.result.accessToken}` });
}

/** Somebody who may read the outbox looks for what opens an account. */
async function readOutbox(readers: Readonly<Record<string, Client>>, report: Report): Promise<void> {
  for (const [name, who] of Object.entries(readers)) {
    const { text, result } = await outboxOf(who);
    const messages = result.items.filter((message) => message.recipient === recipient);
    report.check(
      `the outbox shows ${name} no link`,
      messages.length,
      /[?&]c=|reset-password/.test(text) ? ['a link stands in the list'] : [],
    );
    const whole = await readWhole(who);
    report.must(`${name} is refused the whole text`, whole.status === 403, `it answered ${whole.status}`);
  }
}

/** Somebody who acts as the user asks for a link and uses one. */
async function useWhileImpersonating(inside: Client, link: string, report: Report): Promise<void> {
  const attempts: readonly (readonly [string, string, object])[] = [
    ['asks for a reset', 'Account/SendPasswordResetCode', { emailAddress: recipient }],
    ['asks for an activation', 'Account/SendEmailActivationLink', { emailAddress: recipient }],
    ['asks for a second-factor code', '/api/TokenAuth/SendTwoFactorAuthCode', { userId: 1, provider: 'Email' }],
    ['resets the password', 'Account/ResetPassword', { c: link, password: newPassword }],
    ['confirms an address', 'Account/ActivateEmail', { c: link }],
  ];
  for (const [what, call, body] of attempts) {
    const { status, error } = await inside.post(call, body);
    report.must(
      `who impersonates ${what} in vain`,
      status === 403 && error?.reason === 'impersonation.not-allowed',
      `it answered ${status}`,
    );
  }
}

/** The whole text is shown to the host for a reason, and the look is written down. */
async function readAsHost(host: Client, admin: Client, report: Report): Promise<string> {
  for (const reason of ['', 'ab', '\u200B\u200B\u200B']) {
    const { status } = await readWhole(host, { reason });
    report.must(`the reason ${JSON.stringify(reason)} is not enough`, status === 400, `it answered ${status}`);
  }
  const inAddress = await host.post('OutgoingMessages/GetWholeText?reason=long-enough', { tenancyName, recipient });
  report.must('a reason in the address is refused', inAddress.status === 400, `it answered ${inAddress.status}`);
  const whole = await readWhole(host);
  const link = /c=(\S+)/.exec(whole.result?.body ?? '')?.[1] ?? '';
  report.must('the host reads it on loopback', link !== '', `it answered ${whole.status}`);
  const log = await admin.get<{ readonly items: readonly { readonly resource: string }[] }>(
    'SensitiveAccessLog/GetPagedAll',
    { MaxResultCount: 5 },
  );
  const looks = log.result.items.filter(({ resource }) => resource === 'outgoingMessage');
  report.must('the look stands in the log of the tenant', looks.length === 1, `${looks.length} looks are there`);
  return link;
}

/** Reads the outbox as everybody who may and takes an account over with what stands there. */
export const oneTimeLinks: Attack = {
  name: 'A3',
  title: 'links and codes of the outbox open no account',
  run: async (target, report) => {
    const [visitor, admin, host] = await Promise.all([
      target.visitor(tenancyName),
      target.as('admin', tenancyName),
      target.as('admin'),
    ]);
    const users = await admin.get<{ readonly items: readonly User[] }>('User/GetAll', { MaxResultCount: 100 });
    const doctor = users.result.items.find(({ userName }) => userName === 'doctor');
    if (doctor?.emailAddress !== recipient) throw new Error(`the doctor of ${tenancyName} has another address`);
    await visitor.post('Account/SendPasswordResetCode', { emailAddress: recipient });
    const link = await readAsHost(host, admin, report);
    const {
      result: { tenantId },
    } = await visitor.post<{ readonly tenantId: number }>('Account/IsTenantAvailable', { tenancyName });
    const hostInside = await inNameOf(target, host, { tenantId, reason: '攻击演练', minutes: 15 });
    const adminInside = await inNameOf(target, admin, { userId: doctor.id, reason: '攻击演练' });
    await readOutbox({ 'the administrator': admin, 'the host in another name': hostInside }, report);
    await useWhileImpersonating(adminInside, link, report);
    await useWhileImpersonating(hostInside, link, report);
    const signIn = await visitor.post('/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: 'doctor',
      password: newPassword,
    });
    report.must('the password is the old one', signIn.status === 400, `signing in answered ${signIn.status}`);
  },
};
