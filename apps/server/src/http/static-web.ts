import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const callPaths =
  /^\/(api|apis|file|upload|health|metrics|socket\.io|signalr|signalr-chat|profile|tenantcustomization|abp\w+)(\/|\?|$)/i;

const yearSeconds = 31_536_000;

/** A page opened in a browser; the client renders it, whatever the address. */
function isNavigation(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' && (request.headers.accept ?? '').includes('text/html') && !callPaths.test(request.url)
  );
}

/** Answers requests that nothing else answers: the client's page for its addresses, else an empty 404. */
export function otherwise(folder: string | undefined): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const hasClient = folder !== undefined && existsSync(join(folder, 'index.html'));
  return (request, reply) => {
    if (!hasClient || !isNavigation(request)) return reply.code(404).send();
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  };
}

/**
 * Serves the built client with its compressed copies. Files with a hash in the name are cached for a year, pages are
 * revalidated.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return;
  const assets = existsSync(join(folder, 'assets')) ? new Set(readdirSync(join(folder, 'assets'))) : new Set<string>();
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (response, path) => {
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.(br|gz)$/, '');
      response.setHeader('cache-control', assets.has(name) ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    },
  });
}
