import { connect, type Socket } from 'node:net';

/** An answer read from a bare connection; status 0 when the connection ended without one. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

const limitMs = 30_000;

/** A bare connection to a server. Its errors end it and nothing else. */
export function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  return socket;
}

/** The head of a request, ready to be sent. */
export const headOf = (line: string, headers: Readonly<Record<string, string>>): string =>
  `${line} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Sends bytes on a new connection and reads the answer, even if the server stops reading early. */
export function exchange(url: string, bytes: readonly (string | Uint8Array)[]): Promise<RawAnswer> {
  const began = performance.now();
  const socket = dial(url);
  return new Promise((resolve) => {
    let text = '';
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, ms: performance.now() - began });
    };
    const timer = setTimeout(done, limitMs);
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
      if (end >= 0 && text.length >= end + 4 + length) done();
    });
    socket.once('close', done);
    for (const part of bytes) socket.write(part);
  });
}
