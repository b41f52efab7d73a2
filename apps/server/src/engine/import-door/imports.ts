import { isImportable } from '@kangmai/resource';
import type { ServerModule } from '../module.ts';
import { TaskRunner, workParts, type WorkInput } from '../tasks/runner.ts';
import { lineImportTexts } from '../traits/index.ts';
import { batchCalls } from '../import-desk/batch-calls.ts';
import { importCalls } from '../import-steps/import-calls.ts';
import { importWork } from '../import-steps/import-work.ts';
import { deskTexts } from '../import-desk/texts.ts';
import { usualImporter, type Importer } from '../sheets/importer.ts';
import type { ImportParts } from '../sheets/parts.ts';
import { importTexts } from '../sheets/texts.ts';
import { doorCalls } from './door.ts';
import type { ImportDoor } from './import-door.ts';

export interface ImportsInput extends WorkInput {
  /** Importers of resources without conventional saves. */
  readonly special: readonly Importer[];
  readonly doors: readonly ImportDoor[];
}

/** Spreadsheet imports for every resource whose definition allows them and that can be saved. */
export function importsModule(input: ImportsInput): ServerModule {
  const { services, special, doors } = input;
  const work = workParts(input, { part: 'import', text: 'an import failed' });
  const own = new Map(special.map((importer) => [importer.resource.name, importer]));
  const importers = new Map(
    services.model.resources.filter(isImportable).flatMap(({ name, storage }): [string, Importer][] => {
      const importer = own.get(name) ?? (storage === 'rows' ? usualImporter(work.servedOf(name)) : undefined);
      return importer ? [[name, importer]] : [];
    }),
  );
  const parts: ImportParts = {
    ...work,
    importerOf(name) {
      const importer = importers.get(name);
      if (!importer) throw new Error(`${name} takes no imports`);
      return importer;
    },
  };
  const runner = new TaskRunner(importWork(parts), { services, report: parts.report });
  const callParts = { ...parts, ...runner.calls };
  const calls = [
    ...importCalls(callParts, [...importers.values()]),
    ...batchCalls(callParts),
    ...doors.flatMap((door) => doorCalls(callParts, door)),
  ];
  return { name: 'imports', texts: [importTexts, lineImportTexts, deskTexts], ...runner.registered, calls };
}
