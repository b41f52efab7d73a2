import { fieldOf, type AnyResource } from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';

import { api } from '../lib/api/api.ts';
import { readValue } from './row.ts';

interface Place {
  readonly resource: AnyResource;
  readonly id: number;
  readonly name: string;
}

/** A masked value in full. The server logs user and reason; the client does not store the answer. */
export async function revealValue({ resource, id, name }: Place, reason: string): Promise<unknown> {
  const field = fieldOf(resource, name);
  const { value } = await api.post<{ readonly value: unknown }>(`${resource.wire.service}/Reveal`, {
    id,
    field: jsonKeyOf(name, field),
    reason,
  });
  return readValue(field, value);
}
