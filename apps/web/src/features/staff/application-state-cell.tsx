import { missingPapers, staffApplication } from '@kangmai/model/staff';
import { fieldOf } from '@kangmai/resource';

import { listed } from '../../lib/i18n/listed.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { choiceFace } from '../../resource-screens/field-kinds/choice.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { T } from './staff-texts.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

/** The state, and what a waiting application lacks to be approved. */
export function ApplicationStateCell(props: CellProps) {
  const { row } = props;
  const missing = row.values['state'] === 'waiting' ? missingPapers(row.values) : [];
  const labels = missing.map((each) => fieldLabel(each, fieldOf(staffApplication, each)));
  return (
    <>
      <choiceFace.Cell {...props} />
      {missing.length > 0 && <StatusTag tone="warning">{T('lacks', { papers: listed(labels) })}</StatusTag>}
    </>
  );
}
