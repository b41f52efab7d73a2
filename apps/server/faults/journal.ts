import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** The answer to one message. */
export interface Entry {
  readonly token: string;
  readonly status: string;
  readonly id: number | null;
  readonly reason?: string;
}

/** Acknowledged messages, flushed to disk before the driver continues, so that they survive a kill of the driver. */
export class Journal {
  private readonly path: string;
  private readonly file: number;

  constructor(path: string) {
    this.path = path;
    if (!existsSync(path)) appendFileSync(path, '');
    this.file = openSync(path, 'a');
  }

  write(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    writeSync(this.file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    fsyncSync(this.file);
  }

  /** Everything acknowledged, read from the disk. */
  read(): readonly Entry[] {
    return readFileSync(this.path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Entry);
  }

  close(): void {
    closeSync(this.file);
  }
}
