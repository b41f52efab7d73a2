import { connect, type Socket } from 'node:net';

/** An answer over a kept connection. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
}

/** One kept connection that carries one request at a time: as little work for the measuring side as can be. */
export class Wire {
  private readonly socket: Socket;
  private readonly host: string;
  private waiting: { readonly done: (answer: WireAnswer) => void; readonly fail: (error: Error) => void } | undefined;
  private seen: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, host: string) {
    this.socket = socket;
    this.host = host;
    socket.on('data', (part: Buffer) => this.take(part));
    socket.on('error', (error) => this.waiting?.fail(error));
    socket.on('close', () => this.waiting?.fail(new Error('the server closed the connection')));
  }

  static open(url: string): Promise<Wire> {
    const { hostname, port, host } = new URL(url);
    return new Promise((done, fail) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.once('error', fail);
      socket.once('connect', () => {
        socket.off('error', fail);
        done(new Wire(socket, host));
      });
    });
  }

  request(
    method: string,
    path: string,
    { headers = {}, body = '' }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
  ): Promise<WireAnswer> {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `host: ${this.host}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    ];
    return new Promise((done, fail) => {
      this.waiting = { done, fail };
      this.socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private take(part: Buffer): void {
    this.seen = this.seen.length === 0 ? part : Buffer.concat([this.seen, part]);
    const end = this.seen.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.seen.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) {
      this.waiting?.fail(new Error('an answer without a length'));
      return;
    }
    if (this.seen.length < end + 4 + length) return;
    const text = this.seen.toString('utf8', end + 4, end + 4 + length);
    this.seen = this.seen.subarray(end + 4 + length);
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.done({ status: Number(head.slice(9, 12)), text });
  }
}
