import type { Socket } from 'node:net';

interface Refusal {
  readonly statusCode: number;
  readonly error: string;
}

const unreadable: Refusal = { statusCode: 400, error: 'Bad Request' };
const refusals: ReadonlyMap<string | undefined, Refusal> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', { statusCode: 408, error: 'Request Timeout' }],
  ['HPE_HEADER_OVERFLOW', { statusCode: 431, error: 'Request Header Fields Too Large' }],
]);

/**
 * How long the rest of a refused request is read and discarded: closing a connection with unread bytes would lose the
 * answer.
 */
const lingerMs = 2000;

const refused = new WeakSet<Socket>();

/** Answers bytes that are not a request, and closes the connection once the answer can have arrived. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || refused.has(socket)) return;
  refused.add(socket);
  const refusal = refusals.get(error.code) ?? unreadable;
  const body = JSON.stringify(refusal);
  socket.end(
    `HTTP/1.1 ${refusal.statusCode} ${refusal.error}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
