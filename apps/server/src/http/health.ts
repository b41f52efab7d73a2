import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface HealthParts {
  /** True while calls can be answered: the data are reachable and the shutdown has not begun. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: () => Promise<string>;
  readonly metricsToken: string | undefined;
  readonly trustProxy: boolean;
}

const isLoopbackAddress = (address: string | undefined): boolean =>
  address === '::1' || /^(::ffff:)?127\./.test(address ?? '');

/** Without a token only this machine may read the metrics; a request forwarded by a proxy is not from this machine. */
function mayRead(request: FastifyRequest, { metricsToken, trustProxy }: HealthParts): boolean {
  if (metricsToken !== undefined) {
    const [given, right] = [Buffer.from(request.headers.authorization ?? ''), Buffer.from(`Bearer ${metricsToken}`)];
    return given.length === right.length && timingSafeEqual(given, right);
  }
  return trustProxy
    ? isLoopbackAddress(request.ip)
    : isLoopbackAddress(request.socket.remoteAddress) && request.headers['x-forwarded-for'] === undefined;
}

/** Endpoints of monitoring: alive, ready, metrics. */
export function serveHealth(app: FastifyInstance, parts: HealthParts): void {
  const plain = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');
  app.get('/health/live', (request, reply) => plain(reply).send({ status: 'live' }));
  app.get('/health/ready', async (request, reply) => {
    const isReady = await parts.isReady();
    return plain(reply)
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'unavailable' });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, parts)) return plain(reply).code(403).send();
    return plain(reply)
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await parts.metrics());
  });
}
