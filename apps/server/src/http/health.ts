import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface HealthParts {
  /** True as long as calls can be answered: the data can be reached and the end has not begun. */
  readonly isReady: () => Promise<boolean>;
  /** The text of the metrics. */
  readonly metrics: () => Promise<string>;
  readonly metricsToken: string | undefined;
  readonly trustProxy: boolean;
}

const isLoopbackAddress = (address: string | undefined): boolean =>
  address === '::1' || /^(::ffff:)?127\./.test(address ?? '');

/** Without a token only this machine reads the metrics; a request that a proxy passed on is not this machine's. */
function mayRead(request: FastifyRequest, { metricsToken, trustProxy }: HealthParts): boolean {
  if (metricsToken !== undefined) {
    const [given, right] = [Buffer.from(request.headers.authorization ?? ''), Buffer.from(`Bearer ${metricsToken}`)];
    return given.length === right.length && timingSafeEqual(given, right);
  }
  return trustProxy
    ? isLoopbackAddress(request.ip)
    : isLoopbackAddress(request.socket.remoteAddress) && request.headers['x-forwarded-for'] === undefined;
}

/** What watches over the process asks: does it live, can it work, how is it doing. */
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
