import { isImportable, type AnyResource } from '@kangmai/resource';
import type { Surroundings } from '../../access/in-tenant.ts';
import type { Implementation } from '../crud/implement.ts';
import type { PlanOf } from '../crud/repository.ts';
import type { ServerModule } from '../module.ts';
import type { Services } from '../services.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { importCalls } from './import-calls.ts';
import { importWork } from './import-work.ts';
import { usualImporter, type Importer } from './importer.ts';
import type { ImportParts } from './parts.ts';
import { importTexts } from './texts.ts';

export interface ImportsInput {
  readonly services: Services;
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly implementations: readonly Implementation[];
  /** Importers of resources without conventional saves. */
  readonly special: readonly Importer[];
}

/** Every resource whose definition allows imports and that can be saved. */
function importersOf({ services, planOf, implementations, special }: ImportsInput): ReadonlyMap<string, Importer> {
  const codes = new Map(implementations.map((code) => [code.resource.name, code]));
  const own = new Map(special.map((importer) => [importer.resource.name, importer]));
  const importable = (resource: AnyResource): boolean =>
    isImportable(resource) && (resource.storage === 'rows' || own.has(resource.name));
  return new Map(
    services.model.resources
      .filter(importable)
      .map((resource) => [
        resource.name,
        own.get(resource.name) ?? usualImporter({ plan: planOf(resource), code: codes.get(resource.name) }),
      ]),
  );
}

/** Spreadsheet imports for every resource whose definition allows them. */
export function importsModule(input: ImportsInput): ServerModule {
  const { services } = input;
  const importers = importersOf(input);
  const parts: ImportParts = {
    surroundings: input.surroundings,
    planOf: input.planOf,
    files: services.files,
    report: (fault) => services.log.error({ part: 'import', fault }, 'an import failed'),
    importerOf(name) {
      const importer = importers.get(name);
      if (!importer) throw new Error(`${name} takes no imports`);
      return importer;
    },
  };
  const runner = new TaskRunner(importWork(parts), { services, report: parts.report });
  const calls = importCalls(
    { ...parts, ...runner.calls, tempFiles: services.tempFiles, exportTurns: services.exportTurns },
    [...importers.values()],
  );
  return {
    name: 'imports',
    texts: [importTexts],
    ...runner.registered,
    calls,
  };
}
