import { missingPapers, staffApplication } from '@kangmai/model/staff';
import { fieldOf } from '@kangmai/resource';
import { Tooltip } from 'antd';

import { listed } from '../../lib/i18n/listed.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { choiceFace } from '../../resource-screens/field-kinds/choice.tsx';
import { StatusTag, ToneSign } from '../../ui/status-tag.tsx';
import { T } from './staff-texts.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

/** The state, and what a waiting application lacks to be approved: in lists by a sign. */
export function ApplicationStateCell(props: CellProps) {
  const { row, isFull = false } = props;
  const missing = row.values['state'] === 'waiting' ? missingPapers(row.values) : [];
  const papers = listed(missing.map((each) => fieldLabel(each, fieldOf(staffApplication, each))));
  const word = T('lacks', { papers });
  return (
    <>
      <choiceFace.Cell {...props} />
      {missing.length > 0 && isFull && <StatusTag tone="error">{word}</StatusTag>}
      {missing.length > 0 && !isFull && (
        <Tooltip title={word}>
          <span>
            <ToneSign tone="error" word={word} />
          </span>
        </Tooltip>
      )}
    </>
  );
}
