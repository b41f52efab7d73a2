import { setTimeout as pause } from 'node:timers/promises';
import { Wire } from './wire.ts';
import type { World } from './world.ts';

const betweenMs = 15;

interface Signed {
  readonly world: World;
  readonly headers: Readonly<Record<string, string>>;
}

/** What somebody else waits for a page of clients, asked again and again until `until` is over; ms. */
export async function pagesUntil({ world, headers }: Signed, until: Promise<unknown>): Promise<readonly number[]> {
  const wire = await Wire.open(world.server.url);
  const times: number[] = [];
  let goesOn = true;
  const end = (): void => {
    goesOn = false;
  };
  until.then(end, end);
  while (goesOn) {
    const began = performance.now();
    const { status } = await wire.request('GET', '/api/services/app/C_client/GetPagedAll?MaxResultCount=10', {
      headers,
    });
    if (status !== 200) throw new Error(`a list beside other work failed: ${status}`);
    times.push(performance.now() - began);
    await pause(betweenMs);
  }
  wire.close();
  return times;
}
