import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tooLarge } from './errors.ts';

export interface SavedFile {
  /** Key of the file: tenant/yyyy/mm/id. */
  path: string;
  size: number;
  sha256: string;
}

export interface SaveOptions {
  tenantId: number;
  /** Largest size in bytes; a larger file is refused with `upload.too-large`. */
  mostBytes?: number;
}

type Source = Buffer | Readable | ((target: Writable) => Promise<void>);

/** Files on disk, separated by tenant. A file appears under its key complete, and survives a power cut. */
export class FileStore {
  private readonly root: string;
  private readonly now: () => Date;

  constructor(root: string, now: () => Date = () => new Date()) {
    this.root = resolve(root);
    this.now = now;
  }

  /** Stores bytes, a stream, or what a function writes. A failure leaves nothing. */
  async save(source: Source, { tenantId, mostBytes = Number.POSITIVE_INFINITY }: SaveOptions): Promise<SavedFile> {
    const month = this.now().toISOString().slice(0, 7).replace('-', '/');
    const path = `${tenantId}/${month}/${randomUUID()}`;
    const file = this.fileOf(path);
    const draft = `${file}.part`;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    try {
      const written = await writeMeasured(source, draft, mostBytes);
      await rename(draft, file);
      await syncFolder(dirname(file));
      return { path, ...written };
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** The bytes of a file, or undefined when there is none. A file removed meanwhile is read to its end. */
  async read(path: string): Promise<{ size: number; stream: Readable } | undefined> {
    const file = this.fileOf(path);
    const found = await stat(file).catch(() => undefined);
    const handle = found?.isFile() ? await open(file, 'r').catch(() => undefined) : undefined;
    return found && handle && { size: found.size, stream: handle.createReadStream() };
  }

  async remove(path: string): Promise<void> {
    await rm(this.fileOf(path), { force: true });
  }

  private fileOf(path: string): string {
    const file = resolve(join(this.root, path));
    if (!file.startsWith(this.root + sep) || !/^\d+\/\d{4}\/\d{2}\/[\w-]+$/.test(path))
      throw new Error('not a path of this store');
    return file;
  }
}

async function writeMeasured(
  source: Source,
  file: string,
  mostBytes: number,
): Promise<{ size: number; sha256: string }> {
  const digest = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      digest.update(chunk);
      done(
        size > mostBytes ? tooLarge('upload.too-large', { max: `${Math.floor(mostBytes / 1_048_576)}MB` }) : null,
        chunk,
      );
    },
  });
  // Opened before anything can fail: a stream aborted while opening its file would create it after its removal.
  const target = (await open(file, 'w', 0o600)).createWriteStream({ flush: true });
  if (typeof source === 'function') {
    const flowing = pipeline(measure, target);
    // The writer may end the stream itself; its failure must end the pipeline too, also after the last byte.
    const writing = source(measure).then(
      () => {
        measure.end();
      },
      async (error: unknown) => {
        measure.destroy(error as Error);
        await flowing.catch(() => undefined);
        throw error;
      },
    );
    await Promise.all([flowing, writing]);
  } else {
    await pipeline(Buffer.isBuffer(source) ? Readable.from([source]) : source, measure, target);
  }
  return { size, sha256: digest.digest('hex') };
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
