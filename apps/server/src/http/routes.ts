import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveCall } from './serve.ts';
import type { Edge } from './edge.ts';
import type { Entry, Verb } from './registry.ts';

const verbs: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Both spellings of a served path: at the root and under the base path of the old API. */
export const spellings = (path: string): readonly string[] => [path, `/apis${path}`];

/**
 * The key of a request's path in the map of calls: decoded, lower case, without base path, double and trailing slashes.
 */
function routeKey(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const plain = path.includes('%') ? decodeURI(path) : path;
  return plain
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase()
    .replace(/^\/apis(?=\/)/, '');
}

type Calls = ReadonlyMap<string, ReadonlyMap<string, Entry>>;

function callsByPath(entries: readonly Entry[]): Calls {
  const calls = new Map<string, Map<string, Entry>>();
  for (const entry of entries) {
    const key = entry.path.toLowerCase();
    calls.set(key, (calls.get(key) ?? new Map<string, Entry>()).set(entry.verb, entry));
  }
  return calls;
}

/**
 * Serves every call at both bases by one route that looks the call up. A known path with another verb answers 405 with
 * the verbs in `Allow`; others reach the not-found handler.
 */
export function serveCalls(app: FastifyInstance, edge: Edge, entries: readonly Entry[]): void {
  const calls = callsByPath(entries);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const served = calls.get(routeKey(request.url));
    if (!served) {
      reply.callNotFound();
      return reply;
    }
    const entry = served.get(request.method === 'HEAD' ? 'GET' : request.method);
    if (!entry)
      return reply
        .code(405)
        .header('allow', [...served.keys()].join(', '))
        .send();
    return serveCall(edge, entry, { request, reply });
  };
  app.route({ method: [...verbs], url: '/*', handler });
}
