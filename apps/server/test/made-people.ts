import { residentCheckCharacter } from '@kangmai/domain';
import { client, guardianContact } from '@kangmai/model';
import { systemCaller } from '@kangmai/server/access/caller';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { withRepositories, type CallCtx } from '../src/engine/crud/call-ctx.ts';
import type { TenancyName, TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';

const regions = ['110101', '330106', '530102', '440103', '510104'] as const;

/** A person with a right number of the region of residence: the worst case for a mask. */
export interface Made {
  readonly id: number;
  readonly name: string;
  readonly birthday: string;
  readonly region: string;
  readonly gender: '1' | '2';
  readonly number: string;
  readonly phone: string;
  readonly insuranceNo: string;
  readonly longitude: number;
}

/** A resident number of a region, birthday and place in the register. */
export function residentNumber(region: string, birthday: string, serial: number): string {
  const head = `${region}${birthday.replaceAll('-', '')}${String(serial).padStart(3, '0')}`;
  return `${head}${residentCheckCharacter(head)}`;
}

function madeAt(at: number): Omit<Made, 'id'> {
  const region = regions[at % regions.length] ?? '110101';
  const birthday = new Date(Date.UTC(1930, 0, 1 + at * 97)).toISOString().slice(0, 10);
  const serial = (at * 7919 + 263) % 1000;
  return {
    name: `被测人员${String(at).padStart(3, '0')}`,
    birthday,
    region,
    gender: serial % 2 === 1 ? '1' : '2',
    number: residentNumber(region, birthday, serial),
    phone: `13${String(500_000_000 + at * 1_000_003)}`,
    insuranceNo: `YB${String(7_000_000 + at * 104_729)}`,
    longitude: 103 + at / 7919,
  };
}

/** Work in a tenant as the system, which no search is counted for. */
export function asSystem<T>(app: TestApp, tenancyName: TenancyName, work: (ctx: CallCtx) => Promise<T>): Promise<T> {
  const {
    surroundings,
    app: { planOf },
  } = app.server;
  const caller = systemCaller(app.tenants[tenancyName], 'Asia/Shanghai');
  return inTenant(surroundings, { caller }, (ctx) => work(withRepositories(ctx, planOf)));
}

/** Files made people, each with a contact. */
export function makePeople(app: TestApp, count: number): Promise<readonly Made[]> {
  return asSystem(app, 'Alpha', async (ctx) => {
    const people = Array.from({ length: count }, (_one, at) => madeAt(at));
    const rows = await ctx.rows(client).insertAll(
      people.map((person) => ({
        name: person.name,
        gender: person.gender,
        birthday: person.birthday,
        certificateNo: person.number,
        phone: person.phone,
        insuranceNo: person.insuranceNo,
        regionCode: person.region,
        longitude: person.longitude,
        latitude: 30.123_456,
        address: '浙江省杭州市西湖区文三路100号',
        state: 'active',
      })),
    );
    await ctx.rows(guardianContact).insertAll(
      rows.map(({ id }, at) => ({
        client: id,
        name: `亲属${at}`,
        relation: '1',
        phone: `137${String(10_000_000 + at * 1009)}`,
        certificateNo: residentNumber('110101', '1970-03-04', at),
      })),
    );
    return rows.map(({ id }, at) => ({ id, ...madeAt(at) }));
  });
}

/** Somebody who may do everything but see masked values. */
export async function withoutReveal(app: TestApp, userName: string, dataScope: 'all' | 'own' = 'all'): Promise<Client> {
  const { client: signedIn, tenantId } = await addUser(app, 'Alpha', { userName, dataScope, allPermissions: true });
  await app.server.services.database.withTenant(tenantId, (tx) =>
    tx.execute(
      `delete from role_permission p using app_role r where p.tenant_id = $1 and r.tenant_id = $1 and r.id = p.role_id
     and r.name = $2 and p.permission like '%.Reveal'`,
      [tenantId, `Role${userName}`],
    ),
  );
  return signedIn;
}
