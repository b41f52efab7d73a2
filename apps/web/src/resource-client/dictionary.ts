import { dictionaryEntry } from '@kangmai/model/dictionaries';

import { entryWord } from '../lib/i18n/entry-word.ts';
import { readFrom } from './calls.ts';
import { readRow } from './row.ts';

export interface DictionaryOption {
  readonly code: string;
  readonly name: string;
}

export async function listEntries(typeCode: string, signal?: AbortSignal): Promise<readonly DictionaryOption[]> {
  const query = { 'type_codeFilter': typeCode };
  const answer = await readFrom<readonly unknown[] | { readonly items: readonly unknown[] }>(
    dictionaryEntry,
    'GetDictionaryForView',
    { query, ...(signal && { signal }) },
  );
  const rows = 'items' in answer ? answer.items : answer;
  return rows
    .map((row) => readRow(dictionaryEntry, row).values)
    .map(({ code, name }) => ({ code, name: entryWord(typeCode, name) }));
}
