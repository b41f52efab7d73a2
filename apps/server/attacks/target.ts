import { client, type Client } from '@kangmai/testkit/client';
import type { ServerProcess } from '../faults/server-process.ts';
import { World } from '../faults/world.ts';

/** Tenants of the demo; each has `admin`, `manager`, `doctor` and `nurse`. */
export type DemoTenant = 'Default' | 'qianjiang' | 'jincheng';

export const demoPassword = 'Kangmai@2026';

/** A started product with its demo data, attacked with requests alone. */
export class Target {
  readonly world = new World();
  private server: ServerProcess | undefined;
  private readonly signedIn = new Map<string, Promise<Client>>();

  /** Starts the product; the first start makes the demo data. */
  async start(): Promise<void> {
    this.server = await this.world.start({ DEMO: '1' });
  }

  get url(): string {
    return this.process.url;
  }

  /** The process under attack: its memory, its log, whether it still runs. */
  get process(): ServerProcess {
    if (!this.server) throw new Error('the product has not been started');
    return this.server;
  }

  /** A client that is not signed in, at a tenant or at the host. */
  visitor(tenancyName?: DemoTenant, headers: Readonly<Record<string, string>> = {}): Promise<Client> {
    return this.tenantHeader(tenancyName).then((own) => client(this.url, { ...own, ...headers }));
  }

  /** A client that is signed in; without a tenant the host's. Signs in once a user. */
  as(userName: string, tenancyName?: DemoTenant): Promise<Client> {
    const key = `${userName}@${tenancyName ?? ''}`;
    const known = this.signedIn.get(key) ?? this.signIn(userName, tenancyName);
    this.signedIn.set(key, known);
    return known;
  }

  /** A further sign-in of a user, with a token of its own. */
  async signIn(userName: string, tenancyName?: DemoTenant, password = demoPassword): Promise<Client> {
    const visitor = await this.visitor(tenancyName);
    const answer = await visitor.post<{ readonly accessToken: string }>('/api/TokenAuth/Authenticate', {
      userNameOrEmailAddress: userName,
      password,
    });
    if (answer.status !== 200) throw new Error(`${userName} cannot sign in: ${answer.text}`);
    return client(this.url, { authorization: `Bearer ${answer.result.accessToken}` });
  }

  async close(): Promise<void> {
    await this.world.close();
  }

  private async tenantHeader(tenancyName: DemoTenant | undefined): Promise<Readonly<Record<string, string>>> {
    if (tenancyName === undefined) return {};
    const answer = await client(this.url, {}).post<{ readonly tenantId: number | null }>('Account/IsTenantAvailable', {
      tenancyName,
    });
    if (typeof answer.result.tenantId !== 'number') throw new Error(`there is no tenant ${tenancyName}`);
    return { 'abp.tenantid': String(answer.result.tenantId) };
  }
}
