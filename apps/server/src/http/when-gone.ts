import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

const leaving = new WeakMap<Socket, Set<() => void>>();

/** What is called when a connection closes. */
function leavingOf(socket: Socket): Set<() => void> {
  const known = leaving.get(socket);
  if (known) return known;
  const all = new Set<() => void>();
  leaving.set(socket, all);
  socket.once('close', () => {
    for (const left of all) left();
  });
  return all;
}

/**
 * Calls back when the answer is closed, and when the client has gone: also before this call, and for an answer that
 * waits behind others of the same connection, which is never closed itself.
 */
export function whenGone(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  gone: () => void,
): void {
  const { socket } = request.raw;
  if (socket.destroyed) {
    gone();
    return;
  }
  const all = leavingOf(socket);
  all.add(gone);
  reply.raw.once('close', () => {
    all.delete(gone);
    gone();
  });
}
