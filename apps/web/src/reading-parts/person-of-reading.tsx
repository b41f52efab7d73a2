import { shownText } from '@kangmai/resource';

import { L } from '../lib/i18n/texts.ts';
import { ReadingPerson } from './reading-person.tsx';

import type { ScreenRow } from '../resource-client/row.ts';

export function PersonOfReading({ row }: { readonly row: ScreenRow }) {
  const id = row.values['client'];
  return (
    <ReadingPerson
      id={typeof id === 'number' ? id : null}
      instead={shownText(row.joined['client.name']) || L('word.empty')}
    />
  );
}
