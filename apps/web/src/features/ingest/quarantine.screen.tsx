import { quarantinedReading } from '@kangmai/model/ingest';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { readFrom } from '../../resource-client/calls.ts';
import { L } from '../../lib/i18n/texts.ts';
import { figuresText } from '../../lib/reading-words.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { CutText } from '../../ui/cut-text.tsx';
import { T } from './ingest-texts.ts';

import type { ScreenRow } from '../../resource-client/row.ts';
import type { ExtraColumn } from '../../resource-screens/screen-context.ts';

interface Told {
  readonly items: readonly { readonly id: number; readonly values: Readonly<Record<string, number>> | null }[];
}

type Row = ScreenRow<typeof quarantinedReading>;

/** Content of the packets on the page, loaded with one call. Null for kinds that the user may not see. */
function useTold(): ReadonlyMap<number, Readonly<Record<string, number>> | null> {
  const ids = useListContext(quarantinedReading)
    .rows.map(({ id }) => id)
    .join(',');
  const { data } = useQuery({
    queryKey: ['quarantineValues', ids],
    enabled: ids !== '',
    gcTime: 0,
    queryFn: ({ signal }) => readFrom<Told>(quarantinedReading, 'GetValues', { query: { ids }, signal }),
  });
  return useMemo(() => new Map(data?.items.map(({ id, values }) => [id, values])), [data]);
}

function ToldCell({ row }: { readonly row: Row }) {
  const shown = figuresText(String(row.values.kind), useTold().get(row.id));
  return shown === '' ? L('word.empty') : <CutText text={shown} />;
}

const toldColumn = (): ExtraColumn<typeof quarantinedReading> => ({
  key: 'told',
  title: T('told'),
  width: 220,
  render: (row) => <ToldCell row={row} />,
});

export function QuarantineScreen() {
  const extraColumns = useMemo(() => [toldColumn()], []);
  return (
    <ResourceScreen
      resource={quarantinedReading}
      title={T('quarantine')}
      extraColumns={extraColumns}
      canCreate={false}
    />
  );
}
