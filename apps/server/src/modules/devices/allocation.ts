import { z } from 'zod';
import { arrayOf, call, type Call, type Services, whole } from '../../engine/public.ts';
import { AppError, forbidden, invalid } from '../../platform/errors.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { RateLimit } from '../../platform/rate-limit.ts';
import { codeKey, isShownCode } from './shown-codes.ts';

export type Directory = Pick<Services, 'database' | 'tenantKeys'>;

interface Holding {
  readonly imei: string;
  readonly tenantId: number;
  readonly code: Buffer | null;
}

const hostId = 0;

const holdingsSql =
  'select imei, tenant_id as "tenantId", code_index as code from dir_imei where imei = any($1::text[]) and (valid_to is null or valid_to > now())';

/** Codes are stored as an index under the host's key, bound to their imei. */
const codeIndex = async (services: Directory, imei: string, code: string): Promise<Buffer> =>
  (await services.tenantKeys.of(hostId)).index(codeKey(imei, code));
const codeIndexes = async (services: Directory, imei: string, code: string): Promise<readonly Buffer[]> =>
  (await services.tenantKeys.of(hostId)).indexes(codeKey(imei, code));

async function give(
  tx: Tx,
  holding: Holding | undefined,
  to: { readonly imei: string; readonly tenantId: number; readonly code: Buffer | null },
): Promise<void> {
  if (holding?.tenantId === to.tenantId) {
    if (to.code)
      await tx.execute('update dir_imei set code_index = $2 where imei = $1 and valid_to is null', [to.imei, to.code]);
    return;
  }
  // A period that begins in this instant would be empty if closed in it.
  if (holding)
    await tx.execute(
      "update dir_imei set valid_to = greatest(now(), valid_from + interval '1 microsecond') where imei = $1 and valid_to is null",
      [to.imei],
    );
  await tx.execute(
    'insert into dir_imei (tenant_id, imei, code_index, valid_from) select $1, $2, $3, greatest(now(), coalesce(max(valid_to), now())) from dir_imei where imei = $2',
    [to.tenantId, to.imei, to.code ?? holding?.code ?? null],
  );
}

export type ClaimImei = (
  who: { readonly tenantId: number; readonly userId: number | null },
  device: { readonly imei: string; readonly code: string | null },
) => Promise<void>;

const cannotRegister = (): AppError =>
  new AppError('notAllowed', 'device.cannot-register', { fields: [{ field: 'imei', reason: 'device.not-allocated' }] });

/** Checks that the host allocated the imei or the caller knows the device's code. All refusals are alike. */
export function claimImei(services: Directory): ClaimImei {
  const wrongCodes = new RateLimit({ burst: 10, perSecond: 10 / 600 });
  return async (who, device) => {
    const key = `${who.tenantId}:${who.userId ?? ''}`;
    const shown = device.code ? await codeIndexes(services, device.imei, device.code) : undefined;
    if (shown) wrongCodes.require(key);
    const mayHave = await services.database.directory((tx) =>
      allocate(tx, { tenantId: who.tenantId, imei: device.imei, shown }),
    );
    if (!mayHave) throw cannotRegister();
    wrongCodes.clear(key);
  };
}

/** Whether it is the code printed on the device, or the one it displays to the tenant. */
async function isRightCode(
  tx: Tx,
  holding: Holding | undefined,
  {
    tenantId,
    imei,
    shown,
  }: { readonly tenantId: number; readonly imei: string; readonly shown: readonly Buffer[] | undefined },
): Promise<boolean> {
  if (!shown) return false;
  return shown.some((index) => holding?.code?.equals(index)) || isShownCode(tx, { tenantId, imei, shown });
}

async function allocate(
  tx: Tx,
  wish: { readonly tenantId: number; readonly imei: string; readonly shown: readonly Buffer[] | undefined },
): Promise<boolean> {
  const holding = await tx.one<Holding>(`${holdingsSql} for update`, [[wish.imei]]);
  if (wish.tenantId === hostId) return !holding || holding.tenantId === hostId;
  if (holding?.tenantId === wish.tenantId) return true;
  if (holding && holding.tenantId !== hostId) return false;
  if (!(await isRightCode(tx, holding, wish))) return false;
  await give(tx, holding, { imei: wish.imei, tenantId: wish.tenantId, code: null });
  return true;
}

const isRegistered = (database: Database, tenantId: number, imei: string): Promise<boolean> =>
  database.withTenant(
    tenantId,
    async (tx) =>
      (await tx.one('select 1 from device where tenant_id = $1 and imei = $2 and not is_deleted', [tenantId, imei])) !==
      undefined,
  );

interface AllocationRow {
  readonly imei: string;
  readonly tenantId: number;
  readonly code: string | undefined;
}

async function allocateOne(
  services: Directory,
  given: AllocationRow,
): Promise<{ readonly imei: string; readonly ok: boolean; readonly reason?: string }> {
  const { imei, tenantId } = given;
  if (!/^[A-Za-z0-9-]{4,32}$/.test(imei)) return { imei, ok: false, reason: 'device.imei-form' };
  const code = given.code ? await codeIndex(services, imei, given.code) : null;
  const holder = await services.database.directory((tx) => tx.one<Holding>(holdingsSql, [[imei]]));
  if (
    holder &&
    holder.tenantId !== tenantId &&
    holder.tenantId !== hostId &&
    (await isRegistered(services.database, holder.tenantId, imei))
  )
    return { imei, ok: false, reason: 'device.cannot-register' };
  const done = await services.database.directory(async (tx) => {
    const holding = await tx.one<Holding>(`${holdingsSql} for update`, [[imei]]);
    // Another transaction was faster: the result of the look-up above is out of date.
    if (holding?.tenantId !== holder?.tenantId) return false;
    await give(tx, holding, { imei, tenantId, code });
    return true;
  });
  return done ? { imei, ok: true } : { imei, ok: false, reason: 'row.changed' };
}

const allocateInput = z.object({
  imeis: z.array(z.string().trim().min(1).max(32)).min(1).max(1000),
  tenantId: z.coerce.number().int().min(0),
  codes: z.union([z.record(z.string(), z.string().max(16)), z.array(z.string().max(16))]).nullish(),
});

/** Allocates devices to a tenant or to stock (tenant 0); one registered by another tenant stays there. */
export const allocateCall = (services: Directory): Call =>
  call({
    wire: 'POST Devices/Allocate',
    title: '分配设备给租户',
    permission: 'Pages.WatChDataManage.Devices.Allocate',
    input: allocateInput,
    detached: true,
    output: z.object({
      allocated: whole,
      results: arrayOf(z.object({ imei: z.string(), ok: z.boolean(), reason: z.string().optional() })),
    }),
    async run(ctx, { imeis, tenantId, codes }) {
      if (ctx.tenantId !== hostId) throw forbidden();
      const tenant =
        tenantId === hostId ||
        (await services.database.directory((tx) =>
          tx.one('select 1 from dir_tenant where tenant_id = $1 and is_active', [tenantId]),
        ));
      if (!tenant) throw invalid('tenantId', 'device.tenant-unknown');
      const codesByImei = new Map(Object.entries(codes ?? {}));
      const results = [];
      for (const [at, imei] of imeis.entries()) {
        const code = Array.isArray(codes) ? codes[at] : codesByImei.get(imei);
        results.push(await allocateOne(services, { imei, tenantId, code }));
      }
      return { allocated: results.filter(({ ok }) => ok).length, results };
    },
  });

export function tenantByImeiCall(services: Directory): Call {
  const lookups = new RateLimit({ burst: 20, perSecond: 20 / 60 });
  return call({
    wire: 'GET Tenant/GetTenantByImei',
    title: '按设备查租户',
    permission: 'signed-in',
    input: z.object({ imei: z.string().trim().min(1).max(32) }),
    detached: true,
    output: z.object({ id: whole, tenancyName: z.string(), name: z.string() }).nullable(),
    async run(ctx, { imei }) {
      lookups.require(`${ctx.tenantId}:${ctx.caller.userId ?? ''}`);
      const row = await services.database.directory((tx) =>
        tx.one<{ id: number; tenancyName: string; name: string }>(
          `select t.tenant_id as id, t.tenancy_name as "tenancyName", t.name from dir_imei i join dir_tenant t on t.tenant_id = i.tenant_id where i.imei = $1 and i.tenant_id = $2 and i.valid_from <= now() and (i.valid_to is null or i.valid_to > now())`,
          [imei, ctx.tenantId],
        ),
      );
      return row ?? null;
    },
  });
}
