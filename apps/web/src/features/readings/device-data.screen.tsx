import { rawReading } from '@kangmai/model/measurements';
import { shownText } from '@kangmai/resource';
import { useMemo } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { CutText } from '../../ui/cut-text.tsx';
import { NewestValues } from './newest-values.tsx';
import { T } from './reading-texts.ts';
import { figuresText } from '../../lib/reading-words.ts';

import type { ExtraColumn } from '../../resource-screens/screen-context.ts';
import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

function FiguresCell({ row, value, isFull }: CellProps) {
  const shown = figuresText(String(row.values['kind']), value) || L('word.empty');
  return isFull ? shown : <CutText text={shown} />;
}

const cells = { values: FiguresCell };
const above = <NewestValues />;
const sortable = ['measuredAt', 'receivedAt'] as const;
const typeOfDevice = (): ExtraColumn<typeof rawReading> => ({
  key: 'deviceType',
  title: T('deviceType'),
  width: 96,
  render: ({ joined }) => shownText(joined['device.type']) || L('word.empty'),
});

/** Every packet, stored or quarantined; with a device filter its newest values are shown above. */
export function DeviceDataScreen() {
  const extraColumns = useMemo(() => [typeOfDevice()], []);
  return (
    <ResourceScreen
      resource={rawReading}
      cells={cells}
      above={above}
      sortable={sortable}
      extraColumns={extraColumns}
      canCreate={false}
    />
  );
}
