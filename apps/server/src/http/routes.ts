import type { FastifyInstance } from 'fastify';
import type { Edge } from './serve.ts';
import { serve } from './serve.ts';
import type { Entry, Verb } from './registry.ts';

const verbs: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Both spellings under which a path is served: at the root and under the base path of the old API. */
export const spellings = (path: string): readonly string[] => [path, `/apis${path}`];

/** Serves every call at both bases. A known path with another verb answers 405 and says which there are. */
export function serveEntries(app: FastifyInstance, edge: Edge, entries: readonly Entry[]): void {
  const byPath = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = entry.path.toLowerCase();
    byPath.set(key, [...(byPath.get(key) ?? []), entry]);
  }
  for (const group of byPath.values()) {
    const allowed = group.map(({ verb }) => verb);
    for (const url of spellings(group[0]?.path ?? '')) {
      for (const entry of group) app.route({ method: entry.verb, url, handler: serve(edge, entry) });
      const others = verbs.filter((verb) => !allowed.includes(verb));
      if (others.length > 0) app.route({ method: others, url, handler: (request, reply) => reply.code(405).header('allow', allowed.join(', ')).send() });
    }
  }
}
