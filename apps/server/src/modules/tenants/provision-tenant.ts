import { createHash } from 'node:crypto';
import { systemCaller } from '../../access/caller.ts';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import { type PlanOf, type ServerModule, type Services, withRepositories } from '../../engine/public.ts';
import { provisionRoles } from '../identity/public.ts';

export interface ProvisionParts {
  readonly services: Pick<Services, 'database' | 'permissions' | 'release'>;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly modules: readonly ServerModule[];
}

function provisionWord({ services, modules }: ProvisionParts): string {
  const { version, releasedAt } = services.release;
  const names = services
    .permissions()
    .map(({ name }) => name)
    .toSorted();
  return createHash('sha256')
    .update(JSON.stringify([version, releasedAt.getTime(), names, modules.map(({ name }) => name)]))
    .digest('base64url')
    .slice(0, 22);
}

/** Gives a tenant its roles and the initial data of every area. Changes nothing that exists. */
export async function provisionTenant(parts: ProvisionParts, tenantId: number): Promise<void> {
  const { services, surroundings, planOf, modules } = parts;
  await services.database.withTenant(tenantId, (tx) => provisionRoles(tx, services.permissions()));
  const zone = await surroundings.database.withTenant(tenantId, (tx) =>
    tx.one<{ zone: string }>('select time_zone as zone from tenant where id = $1', [tenantId]),
  );
  for (const { provision } of modules) {
    if (provision)
      await inTenant(surroundings, { caller: systemCaller(tenantId, zone?.zone ?? 'Asia/Shanghai') }, (ctx) =>
        provision(withRepositories(ctx, planOf)),
      );
  }
  await services.database.platform((tx) =>
    tx.execute('update tenant set provisioned = $2 where id = $1', [tenantId, provisionWord(parts)]),
  );
}

/** The tenants for which this release has something new; always the host. */
export async function tenantsToProvision(parts: ProvisionParts): Promise<readonly number[]> {
  const rows = await parts.services.database.platform((tx) =>
    tx.query<{ id: number }>(
      'select id from tenant where not is_deleted and provisioned is distinct from $1 order by id',
      [provisionWord(parts)],
    ),
  );
  return [0, ...rows.map(({ id }) => id)];
}
