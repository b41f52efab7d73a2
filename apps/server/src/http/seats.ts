import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import type { TokenClaims } from '../access/session.ts';

export interface Seated {
  claims?: TokenClaims;
  version?: string;
  /** The persons whose pages are open. */
  readonly watched: Set<number>;
  heard: number;
  since: number;
}

export const tokenOf = (socket: Socket): string | undefined => {
  const { query, auth } = socket.handshake;
  const fromAuth = (auth as { token?: unknown }).token;
  const token = query['enc_auth_token'] ?? fromAuth;
  return typeof token === 'string' && token !== '' ? token : undefined;
};

/** Packets not read by the client yet. */
export const unreadOf = (socket: Socket): number =>
  (socket.conn as unknown as { readonly writeBuffer: readonly unknown[] }).writeBuffer.length;

/**
 * How long the client has not heard of the server, ms, by its own clock until it connected; 0 where it does not say.
 */
export function unheardMs({ handshake }: Socket): number {
  const { unheardMs: told } = handshake.auth as { readonly unheardMs?: unknown };
  return typeof told === 'number' && told > 0 ? told + Date.now() - handshake.issued : 0;
}

export const seatOf = (socket: Socket): Seated => socket.data as Seated;

export function leaveBase(request: IncomingMessage): void {
  request.url = request.url?.replace(/^\/apis(?=\/socket\.io\/)/i, '') ?? '';
}
