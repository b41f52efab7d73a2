import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from 'pg';
import * as copies from 'pg-copy-streams';
import { chosenRows, columnList, placeOf, type RowChoice, type StoredTable } from './tables.ts';

/** Passes bytes on and counts them into a digest. */
export class Measure extends Transform {
  private readonly digest = createHash('sha256');
  bytes = 0;

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk: Buffer) => void,
  ): void {
    this.digest.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  sha256(): string {
    return this.digest.digest('hex');
  }
}

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes rows of a table in PostgreSQL's text format, compressed. */
export async function copyOut(
  client: Client,
  table: StoredTable,
  { file, choice }: { readonly file: string; readonly choice: RowChoice },
): Promise<WrittenFile> {
  const measure = new Measure();
  const rows = client.query(
    copies.to(`copy (select ${columnList(table)} from ${placeOf(table)} t ${chosenRows(table, choice)}) to stdout`),
  );
  await pipeline(rows, createGzip({ level: 1 }), measure, createWriteStream(file, { mode: 0o600, flush: true }));
  return { bytes: measure.bytes, sha256: measure.sha256() };
}

const newline = 10;

/** Passes on the lines that begin with `start`; in the text format a line is a row, whatever its values. */
export function onlyLines(start: string): Transform {
  const wanted = Buffer.from(start);
  let rest = Buffer.alloc(0);
  const keep = (text: Buffer): Buffer => {
    const kept: Buffer[] = [];
    let from = 0;
    for (let end = text.indexOf(newline, from); end >= 0; end = text.indexOf(newline, from)) {
      if (text.subarray(from, from + wanted.length).equals(wanted)) kept.push(text.subarray(from, end + 1));
      from = end + 1;
    }
    rest = Buffer.from(text.subarray(from));
    return Buffer.concat(kept);
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      done(null, keep(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk));
    },
  });
}

/** Reads the rows of a file into a table. @throws when the file does not match the digest */
export async function copyIn(
  client: Client,
  table: StoredTable,
  source: { readonly file: string; readonly sha256: string; readonly only?: Transform },
): Promise<void> {
  const measure = new Measure();
  const target = client.query(copies.from(`copy ${placeOf(table)} (${columnList(table)}) from stdin`));
  const read = [createReadStream(source.file), measure, createGunzip()] as const;
  // The digest is compared before the last byte is passed on: a changed file aborts the copy itself.
  const check = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      done(null, chunk);
    },
    flush: (done) => {
      done(
        measure.sha256() === source.sha256
          ? null
          : new Error(`${source.file} was changed after the backup had written it`),
      );
    },
  });
  await (source.only ? pipeline(...read, check, source.only, target) : pipeline(...read, check, target));
}
