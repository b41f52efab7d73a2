import { io, type Socket } from 'socket.io-client';
import { signInWhole } from './session.ts';

/** A screen of the first tenant's administrator with the events that it received. */
export class Listener {
  readonly heard: number[] = [];
  /** Times between a break and the next connection, ms. */
  readonly gaps: number[] = [];
  recovered = 0;
  fresh = 0;
  private readonly socket: Socket;
  private brokenAt: number | undefined;

  private constructor(socket: Socket, event: string) {
    this.socket = socket;
    // Events carry a key and a position; one with a known key or position is a repetition, as for the browser.
    const marks = new Set<string>();
    socket.on(event, ({ id }: { id: number }, ...sent: readonly string[]) => {
      if (!sent.some((mark) => marks.has(mark))) this.heard.push(id);
      for (const mark of sent) marks.add(mark);
    });
    socket.on('disconnect', () => {
      this.brokenAt = performance.now();
    });
    // Refused connections are not retried automatically; the browser's client is the same.
    socket.on('connect_error', () => {
      if (!socket.active && this.heard.length + this.fresh > 0) setTimeout(() => socket.connect(), 100);
    });
    socket.on('connect', () => {
      if (socket.recovered) this.recovered += 1;
      else this.fresh += 1;
      if (this.brokenAt !== undefined) this.gaps.push(performance.now() - this.brokenAt);
      this.brokenAt = undefined;
    });
  }

  /** Signs in at the server itself and listens over the given address. */
  static async of(
    url: string,
    { event, over = url }: { readonly event: string; readonly over?: string },
  ): Promise<Listener> {
    const { encryptedAccessToken } = await signInWhole(url);
    const socket = io(over, {
      auth: { token: encryptedAccessToken },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
      timeout: 2000,
    });
    const listener = new Listener(socket, event);
    await new Promise<void>((resolve, reject) => {
      socket.once('seated', () => resolve()).once('connect_error', reject);
    });
    return listener;
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** Expected events that a listener missed, duplicates and unexpected ones. */
export function differences(name: string, heard: readonly number[], expected: readonly number[]): string[] {
  const counts = new Map<number, number>();
  for (const id of heard) counts.set(id, (counts.get(id) ?? 0) + 1);
  const missed = expected.filter((id) => !counts.has(id));
  const twice = [...counts].filter(([, count]) => count > 1);
  return [
    ...(missed.length > 0 ? [`${name} missed ${missed.length} of ${expected.length}`] : []),
    ...(twice.length > 0 ? [`${name} heard ${twice.length} more than once`] : []),
  ];
}
