import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What the driver was told about one message. */
export interface Entry {
  readonly token: string;
  readonly status: string;
  readonly id: number | null;
  readonly reason?: string;
}

/** What was acknowledged, on disk before the driver goes on; a kill of the driver loses nothing of it. */
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

  /** Everything acknowledged, read back from the disk. */
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
