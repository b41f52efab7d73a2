import { delivery, sourcesByLane } from './ingest.ts';
import { Wire } from './wire.ts';
import type { World } from './world.ts';

export const floodLanes = 4;
const size = 500;
const minuteMs = 60_000;

interface Flood {
  readonly stop: () => Promise<{ readonly stored: number; readonly seconds: number }>;
}

/** Batches of heart rates over several connections, each as fast as the one before was answered, until told to stop. */
export function startFlood({ server, source, watches }: World): Flood {
  const sources = sourcesByLane(watches, floodLanes, { from: Date.now() - 26 * minuteMs, stepMs: 3000 });
  const began = performance.now();
  let goesOn = true;
  let stored = 0;
  const run = async (next: ReturnType<typeof sourcesByLane>[number]): Promise<void> => {
    const wire = await Wire.open(server.url);
    while (goesOn) {
      const { status, text } = await wire.request(
        'POST',
        '/api/ingest/v1/batches',
        delivery(source, Array.from({ length: size }, next)),
      );
      const { accepted } = JSON.parse(text) as { accepted?: number };
      if (accepted !== size) throw new Error(`a delivery was not stored: ${status} ${text.slice(0, 300)}`);
      stored += accepted;
    }
    wire.close();
  };
  const running = Promise.all(sources.map(run));
  running.catch(() => undefined);
  return {
    stop: async () => {
      goesOn = false;
      await running;
      return { stored, seconds: (performance.now() - began) / 1000 };
    },
  };
}
