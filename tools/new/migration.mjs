import { mkdirSync, writeFileSync } from 'node:fs';
import { cache, root } from '../root.mjs';
import { bundleOptions } from '../server-bundle.mjs';

const schema = 'apps/server/src/engine/schema/schema.ts';

/** The SQL of a new resource's table, from its definition, without a database: the table does not exist yet. */
export async function draftOf(name) {
  const { build } = await import('rolldown');
  const folder = `${cache}/new`;
  mkdirSync(folder, { recursive: true });
  const [entry, file] = [`${folder}/draft.ts`, `${folder}/draft-${process.pid}.mjs`];
  writeFileSync(
    entry,
    `export { draftTable } from '${root}/${schema}';\nexport { model } from '${root}/packages/model/src/index.ts';\n`,
  );
  await build(bundleOptions(entry, file));
  const { draftTable, model } = await import(file);
  return draftTable(model.byName(name), model);
}
