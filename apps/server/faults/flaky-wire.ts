import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy that breaks connections after a number of bytes, or stops forwarding what the server sends. */
export class FlakyWire {
  private readonly server: Server;
  private readonly pairs = new Set<{ readonly client: Socket; readonly upstream: Socket }>();
  private bytesLeft = Number.POSITIVE_INFINITY;
  private isStalled = false;
  cuts = 0;

  private constructor(server: Server) {
    this.server = server;
  }

  static async open(target: string): Promise<FlakyWire> {
    const server = createServer();
    const wire = new FlakyWire(server);
    const { hostname, port } = new URL(target);
    server.on('connection', (client) => wire.pass(client, connect(Number(port), hostname)));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Breaks every connection after so many more bytes from the server, possibly within a message. */
  cutAfter(bytes: number): void {
    this.bytesLeft = bytes;
  }

  /** Stops forwarding what the server sends, until `flow`. */
  stall(): void {
    this.isStalled = true;
    for (const { upstream } of this.pairs) upstream.pause();
  }

  flow(): void {
    this.isStalled = false;
    for (const { upstream } of this.pairs) upstream.resume();
  }

  cutAll(): void {
    this.bytesLeft = Number.POSITIVE_INFINITY;
    for (const { client, upstream } of this.pairs) {
      this.cuts += 1;
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    for (const { client, upstream } of this.pairs) for (const socket of [client, upstream]) socket.destroy();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private pass(client: Socket, upstream: Socket): void {
    const pair = { client, upstream };
    this.pairs.add(pair);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.pairs.delete(pair);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (part: Buffer) => upstream.write(part));
    upstream.on('data', (part: Buffer) => {
      client.write(part.subarray(0, Math.min(part.length, this.bytesLeft)));
      this.bytesLeft -= part.length;
      if (this.bytesLeft <= 0) this.cutAll();
    });
    if (this.isStalled) upstream.pause();
  }
}
