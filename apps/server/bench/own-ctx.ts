import { model } from '@kangmai/model';
import { systemCaller } from '../src/access/caller.ts';
import type { Ctx } from '../src/access/ctx.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { World } from './world.ts';

/** The context of the system in a transaction of the bench itself, as a call has it. */
export const ownCtx = ({ tenantId }: World, tx: Tx): Ctx =>
  ({
    caller: systemCaller(tenantId, 'Asia/Shanghai'),
    model,
    tenantId,
    tx,
    now: () => new Date(),
    today: () => new Date().toISOString().slice(0, 10),
    check: { toInstant: () => undefined },
    sealer: { open: () => '' },
    can: () => true,
    emit: () => undefined,
  }) as unknown as Ctx;
