import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const statusOf = new Map([['ERR_HTTP_REQUEST_TIMEOUT', 408], ['HPE_HEADER_OVERFLOW', 431]]);

/** How long the rest of a refused request is read and thrown away: a connection that is closed over unread bytes takes the answer along. */
const lingerMs = 2000;

const refused = new WeakSet<Socket>();

/** Answers bytes that are no request, and closes the connection once the answer can have arrived. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || refused.has(socket)) return;
  refused.add(socket);
  const status = statusOf.get(error.code ?? '') ?? 400;
  const body = JSON.stringify({ statusCode: status, error: STATUS_CODES[status] });
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
