import { Transform, type Readable, type TransformCallback } from 'node:stream';
import type { Sealer } from '../../access/ctx.ts';

const pieceBytes = 64 * 1024;

/** Each piece contains its position, and the last one an end mark, so that none can be removed or moved unnoticed. */
const seal = (sealer: Sealer, piece: Buffer, place: string): Buffer => {
  const sealed = sealer.seal(`${place}:${piece.toString('base64')}`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(sealed.length);
  return Buffer.concat([length, sealed]);
};

/** Encrypts the bytes written through it; memory does not grow with the file. */
export function sealing(sealer: Sealer): Transform {
  let rest = Buffer.alloc(0);
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length > pieceBytes) {
        this.push(seal(sealer, rest.subarray(0, pieceBytes), String(count)));
        rest = rest.subarray(pieceBytes);
        count += 1;
      }
      done();
    },
    flush(done) {
      done(null, seal(sealer, rest, `${count}!`));
    },
  });
}

async function* piecesOf(stream: Readable): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const end = 4 + rest.readUInt32BE(0);
      yield rest.subarray(4, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new Error('a kept file is cut short');
}

/** Decrypts the bytes of `sealing`. Throws when the file was truncated or changed. */
export async function* unsealing(sealer: Sealer, stream: Readable): AsyncGenerator<Buffer> {
  let count = 0;
  let isWhole = false;
  for await (const piece of piecesOf(stream)) {
    const text = sealer.open(piece);
    const [place = ''] = text.split(':', 1);
    if (isWhole || (place !== String(count) && place !== `${count}!`)) throw new Error('a kept file was changed');
    isWhole = place.endsWith('!');
    count += 1;
    yield Buffer.from(text.slice(place.length + 1), 'base64');
  }
  if (!isWhole) throw new Error('a kept file is cut short');
}
