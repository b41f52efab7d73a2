import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupProblem } from './backup/manifest.ts';
import { runCommand } from './backup/place.ts';
import { clientSource, type ApiDocument } from './client/generate.ts';

const usage = `usage: npm run client -- --to FILE.ts [--base URL]
  --to FILE.ts  where the client is written: types of every call and a function that makes them, without dependencies
  --base URL    a running server (default $PUBLIC_URL, else http://127.0.0.1:$PORT, port 5000)`;

async function documentOf(base: string): Promise<ApiDocument> {
  const response = await fetch(`${base}/api/openapi.json`).catch(() => undefined);
  if (!response?.ok)
    throw new BackupProblem(
      `${base} does not answer with an API document: start the server first, or name it with --base`,
    );
  return (await response.json()) as ApiDocument;
}

await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, base: { type: 'string' } } });
  if (values.to === undefined) throw new BackupProblem(usage);
  const base = values.base ?? process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '5000'}`;
  const document = await documentOf(base.replace(/\/$/, ''));
  writeFileSync(resolve(values.to), clientSource(document));
  process.stdout.write(
    `${Object.keys(document.paths).length} paths of release ${document.info.version}: ${values.to}\n`,
  );
});
