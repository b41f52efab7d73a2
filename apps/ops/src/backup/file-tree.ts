import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Measure } from './copy.ts';
import { BackupProblem, type FilesEntry } from './manifest.ts';
import { manyAtATime, Progress } from './progress.ts';

interface ListedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** Paths of all files below a folder, relative to it; empty when there is none. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

async function copyMeasured(from: string, to: string): Promise<{ readonly size: number; readonly sha256: string }> {
  const measure = new Measure();
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(createReadStream(from), measure, createWriteStream(to, { mode: 0o600, flush: true }));
  return { size: measure.bytes, sha256: measure.sha256() };
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export interface TreeCopy {
  readonly from: string;
  /** Folder for the copy and its list `<name>.jsonl`. */
  readonly to: string;
  readonly paths: readonly string[];
  readonly what: string;
  readonly say: (line: string) => void;
}

/** Copies files with their digests; files removed meanwhile are skipped. */
export async function copyTree({ from, to, paths, what, say }: TreeCopy): Promise<FilesEntry> {
  const listed: ListedFile[] = [];
  const progress = new Progress(what, paths.length, say);
  await manyAtATime(4, paths, async (path) => {
    try {
      listed.push({ path, ...(await copyMeasured(join(from, path), join(to, path))) });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    progress.add();
  });
  const text = listed
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
  writeFileSync(`${to}.jsonl`, text, { mode: 0o600, flush: true });
  return { count: listed.length, bytes: listed.reduce((sum, { size }) => sum + size, 0), sha256: digestOf(text) };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function readList(folder: string, entry: FilesEntry): readonly ListedFile[] {
  const text = readFileSync(`${folder}.jsonl`, 'utf8');
  if (digestOf(text) !== entry.sha256)
    throw new BackupProblem(`${folder}.jsonl was changed after the backup had written it`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ListedFile);
}

async function putBack(from: string, target: string, { sha256, path }: ListedFile): Promise<void> {
  const draft = `${target}.part`;
  const written = await copyMeasured(from, draft);
  if (written.sha256 !== sha256)
    throw new BackupProblem(`file ${path} of the backup was changed after it had been written`);
  await rename(draft, target);
}

/**
 * Restores the files of a backup to their places, each complete and compared with its digest; existing files of the
 * same size are kept.
 */
export async function restoreTree(
  source: { readonly folder: string; readonly entry: FilesEntry; readonly what: string },
  target: { readonly folder: string; readonly isWanted?: (path: string) => boolean; readonly mode?: number },
  say: (line: string) => void,
): Promise<number> {
  const wanted = readList(source.folder, source.entry).filter(({ path }) => target.isWanted?.(path) ?? true);
  const progress = new Progress(source.what, wanted.length, say);
  await manyAtATime(4, wanted, async (file) => {
    const place = join(target.folder, file.path);
    const present = await stat(place).catch(() => undefined);
    if (present?.size !== file.size) await putBack(join(source.folder, file.path), place, file);
    if (target.mode !== undefined) await chmod(place, target.mode);
    progress.add();
  });
  return wanted.length;
}
