import type { Surroundings } from '../access/in-tenant.ts';
import { commandId, Downlink, outcomeOf } from './devices/public.ts';
import type { MainJob } from './main-loop/public.ts';

type Source = Awaited<ReturnType<MainJob['door']['admit']>>;

export interface DownlinkOfDoor {
  readonly admit: MainJob['door']['admit'];
  readonly fetch: (source: Source, waitMs: number, ended: AbortSignal) => Promise<readonly object[]>;
  readonly answer: (source: Source, id: string, body: { readonly [key: string]: unknown }) => Promise<object>;
  readonly stop: () => void;
  readonly log: (fault: unknown) => void;
}

type Changed = (tenantId: number, imeis: readonly string[]) => void;

export function makeDownlink(
  mainJob: MainJob,
  { database, sealerOf }: Surroundings,
): { readonly door: DownlinkOfDoor; readonly queued: Changed; readonly ended: Changed } {
  const forget: Changed = (tenantId, imeis) => imeis.forEach((imei) => mainJob.contexts.dropDevice(tenantId, imei));
  const downlink = new Downlink({ database, sealerOf, changed: forget, report: mainJob.door.log });
  return {
    door: {
      admit: mainJob.door.admit,
      log: mainJob.door.log,
      fetch: (source, waitMs, ended) => downlink.fetch(source, waitMs, ended),
      answer: (source, id, body) => downlink.answer(source, commandId(id), outcomeOf(body)),
      stop: () => downlink.stop(),
    },
    ended: forget,
    queued: (tenantId, imeis) => {
      forget(tenantId, imeis);
      downlink.wake();
    },
  };
}
