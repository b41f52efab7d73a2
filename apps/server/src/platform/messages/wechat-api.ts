import { createHash } from 'node:crypto';
import { MessageDelayed, MessageRefused } from './door.ts';

export interface WechatAccount {
  readonly appId: string;
  readonly secret: string;
}

/** A template message as the service gets it. */
export interface TemplateMessage {
  readonly openId: string;
  readonly templateId: string;
  readonly url: string | null;
  readonly data: Readonly<Record<string, string>>;
}

type Answer = Readonly<Record<string, unknown>>;

/** An access token, perhaps still being fetched. */
interface Token {
  text: Promise<string>;
  /** After this a new one is fetched. */
  until: number;
}

const waitMs = 10_000;
const marginMs = 300_000;
const mostTokens = 5000;

/** The token is unknown, wrong or has ended. */
const endedTokens = new Set(['40001', '40014', '42001']);
/** The service is busy, or a limit by minute or day is reached. */
const passing = new Set(['-1', '45009', '45011', '48006']);

const codeOf = ({ errcode = 0 }: Answer): string => String(errcode as number);

/** Throws unless the service accepted; what may be accepted later is tried again. */
function requireAccepted(answer: Answer): void {
  const code = codeOf(answer);
  if (code === '0') return;
  throw passing.has(code) ? new MessageDelayed(`WECHAT ${code}`) : new MessageRefused(`WECHAT ${code}`);
}

/** Messages, menu and codes of official accounts; keeps one access token an account. */
export class WechatApi {
  private readonly endpoint: string;
  private readonly now: () => Date;
  private readonly tokens = new Map<string, Token>();

  constructor(endpoint: string, now: () => Date) {
    this.endpoint = endpoint;
    this.now = now;
  }

  /** Fetches a token, which proves that the id and the secret belong together. */
  async check(account: WechatAccount): Promise<void> {
    await this.fetchToken(account, false);
  }

  /** @returns the service's number of the message */
  async send(account: WechatAccount, { openId, templateId, url, data }: TemplateMessage): Promise<string> {
    const values = Object.entries(data).map(([name, value]) => [name, { value }] as const);
    const answer = await this.accepted(account, '/cgi-bin/message/template/send', {
      touser: openId,
      ['template_id']: templateId,
      ...(url !== null && { url }),
      data: Object.fromEntries(values),
    });
    return String(answer['msgid'] as number);
  }

  /** Replaces the menu of an account. */
  async publishMenu(account: WechatAccount, button: readonly object[]): Promise<void> {
    await this.accepted(account, '/cgi-bin/menu/create', { button });
  }

  /** @returns the address that a picture of the code holds */
  async makeCode(account: WechatAccount, scene: string, seconds: number): Promise<string> {
    const { url } = await this.accepted(account, '/cgi-bin/qrcode/create', {
      ['expire_seconds']: seconds,
      ['action_name']: 'QR_STR_SCENE',
      ['action_info']: { scene: { ['scene_str']: scene } },
    });
    if (typeof url !== 'string' || url === '') throw new MessageDelayed('WECHAT NO_CODE');
    return url;
  }

  /** Calls with the token of an account; where the service refuses the token, once more with a new one. */
  private async accepted(account: WechatAccount, path: string, body: object): Promise<Answer> {
    const token = this.tokenOf(account);
    const first = await this.post(await token.text, path, body);
    const isEnded = endedTokens.has(codeOf(first));
    const answer = isEnded ? await this.post(await this.tokenOf(account, token).text, path, body) : first;
    requireAccepted(answer);
    return answer;
  }

  /** The token of an account; one fetch serves all who wait. A refused one is renewed. */
  private tokenOf(account: WechatAccount, refused?: Token): Token {
    const key = createHash('sha256').update(`${account.appId} ${account.secret}`).digest('base64');
    const kept = this.tokens.get(key);
    if (kept && kept !== refused && kept.until > this.now().getTime()) return kept;
    if (this.tokens.size >= mostTokens) this.tokens.clear();
    const fetched = this.fetchToken(account, refused !== undefined);
    const token: Token = { until: Infinity, text: fetched.then(({ text }) => text) };
    this.tokens.set(key, token);
    fetched.then(
      ({ until }) => (token.until = until),
      () => this.tokens.get(key) === token && this.tokens.delete(key),
    );
    return token;
  }

  private async fetchToken(
    { appId, secret }: WechatAccount,
    isForced: boolean,
  ): Promise<{ readonly text: string; readonly until: number }> {
    const answer = await this.call('/cgi-bin/stable_token', {
      ['grant_type']: 'client_credential',
      appid: appId,
      secret,
      ['force_refresh']: isForced,
    });
    requireAccepted(answer);
    const { access_token: text, expires_in: seconds } = answer;
    if (typeof text !== 'string' || text === '') throw new MessageDelayed('WECHAT NO_TOKEN');
    const lastsMs = Number(seconds) * 1000 || 0;
    return { text, until: this.now().getTime() + lastsMs - Math.min(marginMs, lastsMs / 2) };
  }

  private post(token: string, path: string, body: object): Promise<Answer> {
    return this.call(`${path}?access_token=${encodeURIComponent(token)}`, body);
  }

  /** Errors name no address: the token stands in it. */
  private async call(path: string, body: object): Promise<Answer> {
    const response = await fetch(`${this.endpoint}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(waitMs),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new MessageDelayed((cause as Error).name);
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && typeof answer === 'object' && answer !== null) return answer as Answer;
    throw new MessageDelayed(`HTTP ${response.status}`);
  }
}
