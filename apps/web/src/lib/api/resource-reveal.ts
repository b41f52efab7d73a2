import { client } from '@kangmai/model';
import { fieldOf, shownText } from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';

import { runAction } from './resource-calls.ts';

/** One sensitive value of a client in full; the server writes down who asked and why. */
export async function revealValue(id: number, field: string, reason: string): Promise<string> {
  const input = { id, field: jsonKeyOf(field, fieldOf(client, field)), reason };
  const answer = await runAction<string | { readonly value: string | null }>(client, client.actions.reveal, input);
  return typeof answer === 'string' ? answer : shownText(answer.value);
}
