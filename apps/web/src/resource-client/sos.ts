import { sosRecord } from '@kangmai/model/alerts';
import { client, guardianContact } from '@kangmai/model/clients';

import { readFrom } from './calls.ts';
import { readRow, type ScreenRow } from './row.ts';

export interface SosFile {
  readonly row: ScreenRow<typeof sosRecord>;
  readonly person: ScreenRow<typeof client> | null;
  readonly guardians: readonly ScreenRow<typeof guardianContact>[];
}

interface WireSos {
  readonly person?: object | null;
  readonly guardians?: readonly object[];
}

export async function getSos(id: number, signal?: AbortSignal): Promise<SosFile> {
  const wire = await readFrom<WireSos>(sosRecord, sosRecord.wire.calls.edit ?? '', {
    query: { id },
    ...(signal && { signal }),
  });
  return {
    row: readRow(sosRecord, wire),
    person: wire.person ? readRow(client, wire.person) : null,
    guardians: (wire.guardians ?? []).map((guardian) => readRow(guardianContact, guardian)),
  };
}
