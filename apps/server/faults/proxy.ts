import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The answer that the proxy withheld from the client. */
export type Swallowed = string;

/**
 * A proxy that can break the connection after the server has answered: the answer is read and withheld, so that the
 * client does not know what was committed.
 */
export class CuttingProxy {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private target = '';
  private cut: ((answer: Swallowed) => void) | undefined;

  private constructor(server: Server) {
    this.server = server;
  }

  static async open(): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server);
    server.on('connection', (client) => proxy.pass(client));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  lead(to: string): void {
    this.target = to;
  }

  /** Withholds the next answer: passes it to `seen` when complete, then breaks the client's connection. */
  swallowNext(seen: (answer: Swallowed) => void): void {
    this.cut = seen;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private pass(client: Socket): void {
    const { hostname, port } = new URL(this.target);
    const upstream = connect(Number(port), hostname);
    const pair = [client, upstream];
    let held = '';
    for (const socket of pair) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        for (const one of pair) one.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (part: Buffer) => {
      const { cut } = this;
      if (!cut) {
        client.write(part);
        return;
      }
      held += part.toString('latin1');
      if (!isWhole(held)) return;
      this.cut = undefined;
      cut(Buffer.from(held.slice(held.indexOf('\r\n\r\n') + 4), 'latin1').toString('utf8'));
      client.destroy();
    });
  }
}

function isWhole(held: string): boolean {
  const end = held.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(held.slice(0, Math.max(end, 0)))?.[1];
  return end >= 0 && length !== undefined && held.length >= end + 4 + Number(length);
}
