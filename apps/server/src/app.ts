import type { Model } from '@kangmai/resource';
import type { FastifyInstance } from 'fastify';
import { Audit } from './access/audit.ts';
import type { Surroundings } from './access/in-tenant.ts';
import type { TotalFrom } from './engine/crud/list.ts';
import type { PlanOf } from './engine/crud/repository.ts';
import { requireListed } from './http/anonymous.ts';
import type { IdentityParts } from './http/identify.ts';
import { CallLimits, type CallRates } from './http/limits.ts';
import { makeRegistry, type Entry, type ExcelAnswer } from './http/registry.ts';
import { serveCalls } from './http/routes.ts';
import { makeServer, type ServerOptions } from './http/server.ts';
import type { Edge } from './http/edge.ts';
import { edgeTexts } from './http/texts.ts';
import type { ServerModule } from './engine/module.ts';
import type { Log } from './platform/log.ts';
import { addTexts } from './platform/texts/index.ts';

export interface AppParts {
  readonly surroundings: Surroundings;
  readonly model: Model;
  readonly modules: readonly ServerModule[];
  readonly planOf: PlanOf;
  readonly identity: IdentityParts;
  readonly excel: ExcelAnswer;
  readonly log: Log;
  readonly observe: Edge['observe'];
  readonly server: ServerOptions;
  readonly totalFrom?: TotalFrom;
  readonly rates?: CallRates;
  readonly exportTurns: Edge['exportTurns'];
  readonly tempFiles: Edge['tempFiles'];
}

export interface App {
  readonly http: FastifyInstance;
  readonly entries: readonly Entry[];
  readonly planOf: PlanOf;
  readonly audit: Audit;
}

/**
 * Builds the application: every call of every resource and module, without listening. Throws for a call without
 * permission.
 */
export async function buildApp(parts: AppParts): Promise<App> {
  for (const texts of [edgeTexts, ...parts.modules.flatMap((module) => module.texts ?? [])]) addTexts(texts);
  const { planOf } = parts;
  const audit = new Audit(parts.surroundings.database, (error) =>
    parts.log.error({ fault: (error as Error).name }, 'audit could not be written'),
  );
  const entries = makeRegistry(
    {
      model: parts.model,
      plan: planOf,
      implementations: parts.modules.flatMap(({ implementations }) => implementations ?? []),
      calls: parts.modules.flatMap(({ calls }) => calls ?? []),
      ...(parts.totalFrom && { totalFrom: parts.totalFrom }),
    },
    parts.excel,
  );
  requireListed(entries);
  const http = await makeServer(parts.server);
  const { surroundings, identity, log, observe, exportTurns, tempFiles } = parts;
  const limits = new CallLimits(parts.rates);
  const isSecure = parts.server.secure;
  serveCalls(
    http,
    { surroundings, planOf, identity, audit, log, observe, limits, exportTurns, tempFiles, isSecure },
    entries,
  );
  http.addHook('onClose', () => audit.flush());
  return { http, entries, planOf, audit };
}
