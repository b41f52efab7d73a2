import { isImportable, type AnyResource } from '@kangmai/resource';
import type { Caller } from '../../access/caller.ts';
import type { Surroundings } from '../../access/in-tenant.ts';
import type { Implementation } from '../../crud/implement.ts';
import type { PlanOf } from '../../crud/repository.ts';
import { addTexts } from '../../platform/texts/index.ts';
import type { ServerModule } from '../module.ts';
import type { Services } from '../services.ts';
import { checkBatch } from './check-batch.ts';
import { importCalls } from './import-calls.ts';
import { importJobs } from './import-jobs.ts';
import { usualImporter, type Importer } from './importer.ts';
import type { ImportParts, Run } from './parts.ts';
import { importTexts } from './texts.ts';
import { undoBatch } from './undo-batch.ts';
import { writeBatch } from './write-batch.ts';

export interface ImportsInput {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly implementations: readonly Implementation[];
  /** Importers of resources that are not saved in the usual way. */
  readonly special: readonly Importer[];
}

/** Every resource whose definition takes spreadsheets and that can be saved. */
function importersOf({ services, planOf, implementations, special }: ImportsInput): ReadonlyMap<string, Importer> {
  const codes = new Map(implementations.map((code) => [code.resource.name, code]));
  const own = new Map(special.map((importer) => [importer.resource.name, importer]));
  const importable = (resource: AnyResource): boolean => isImportable(resource) && (resource.storage === 'rows' || own.has(resource.name));
  return new Map(services.model.resources.filter(importable).map((resource) => [resource.name, own.get(resource.name) ?? usualImporter({ plan: planOf(resource), code: codes.get(resource.name) })]));
}

/** Does whatever step a batch stands at; a batch that waits for its user is left alone. */
async function runStep(run: Run): Promise<void> {
  await checkBatch(run);
  await writeBatch(run);
  await undoBatch(run);
}

/** Spreadsheets in: for every resource that its definition says can be imported. */
export function importsModule(input: ImportsInput): ServerModule {
  addTexts(importTexts);
  const { services } = input;
  const importers = importersOf(input);
  const parts: ImportParts = {
    surroundings: input.surroundings, planOf: input.planOf, files: services.files,
    importerOf(name) {
      const importer = importers.get(name);
      if (!importer) throw new Error(`${name} takes no imports`);
      return importer;
    },
  };
  const begin = (caller: Caller, batchId: number): void => {
    runStep({ parts, caller, batchId }).catch((fault: unknown) => services.log.error({ part: 'import', fault }, 'an import failed'));
  };
  return { name: 'imports', jobs: importJobs({ services, run: (caller, batchId) => runStep({ parts, caller, batchId }) }), calls: importCalls({ ...parts, tempFiles: services.tempFiles, begin: (ctx, batchId) => ctx.tx.afterCommit(() => begin(ctx.caller, batchId)) }, [...importers.values()]) };
}
