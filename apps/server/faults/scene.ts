import { setTimeout as pause } from 'node:timers/promises';
import { compare } from './compare.ts';
import { Journal } from './journal.ts';
import { Load, type LoadParts } from './load.ts';
import { Fleet } from './messages.ts';
import { Random } from './random.ts';
import type { Report } from './report.ts';
import type { World } from './world.ts';

/** Two tenants whose devices deliver during a fault. */
export class Scene {
  readonly random: Random;
  readonly load: Load;
  private readonly world: World;
  private readonly journal: Journal;

  private constructor(
    world: World,
    parts: { readonly random: Random; readonly load: Load; readonly journal: Journal },
  ) {
    this.world = world;
    this.random = parts.random;
    this.load = parts.load;
    this.journal = parts.journal;
  }

  /** People and devices in two tenants, and a load that has not begun. */
  static async of(
    world: World,
    name: string,
    options: Pick<LoadParts, 'urls' | 'connections' | 'largest'> & { readonly seed: number },
  ): Promise<Scene> {
    const random = new Random(options.seed);
    const wearers = (
      await Promise.all(
        [await world.tenant(`${name}a`), await world.tenant(`${name}b`)].map((tenantId) => world.wearers(tenantId, 6)),
      )
    ).flat();
    const journal = new Journal(world.file(`${name}.journal`));
    const load = new Load({
      ...options,
      fleet: new Fleet(wearers, random),
      random,
      source: await world.source(),
      journal,
    });
    return new Scene(world, { random, load, journal });
  }

  /** Ends the load and compares everything with the journal. */
  async end(report: Report): Promise<void> {
    await this.load.stop();
    report.check('every delivery was acknowledged in the end', this.load.sent.size, this.load.lost);
    const wrong = this.load.wrongRefusals;
    report.check(
      'refusals are 503 and say when to come back',
      this.load.acknowledged,
      wrong.length > 0 ? [...wrong, ...this.world.faultLines()] : [],
    );
    await compare(this.world, report, { sent: this.load.sent, journal: this.journal.read() });
    this.journal.close();
  }
}

/** Milliseconds until a condition holds; undefined when it does not within the limit. */
export async function msUntil(what: () => Promise<boolean>, limitMs: number): Promise<number | undefined> {
  const began = performance.now();
  while (!(await what().catch(() => false))) {
    if (performance.now() - began > limitMs) return undefined;
    await pause(20);
  }
  return performance.now() - began;
}

/** The status of a path, 0 without an answer in time. */
export const statusOf = (url: string, path: string, limitMs = 10_000): Promise<number> =>
  fetch(`${url}${path}`, { signal: AbortSignal.timeout(limitMs) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

export const isReady = async (url: string): Promise<boolean> => (await statusOf(url, '/health/ready')) === 200;
