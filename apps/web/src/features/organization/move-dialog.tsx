import { Modal } from 'antd';
import { useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { unitEntries, type UnitRow } from '../../resource-client/units.ts';
import { EmptyState } from '../../ui/states.tsx';
import { idsBelow } from '../../ui/tree-pane/tree-nodes.ts';
import { TreePane } from '../../ui/tree-pane/tree-pane.tsx';
import { T } from './units-texts.ts';

interface MoveDialogProps {
  readonly unit: UnitRow;
  readonly units: readonly UnitRow[];
  readonly onMove: (parentId: number | null) => void;
  readonly onClose: () => void;
}

const top = 0;

/** Chooses where a unit is moved, without a mouse. */
export function MoveDialog({ unit, units, onMove, onClose }: MoveDialogProps) {
  const [parent, setParent] = useState(unit.parentId ?? top);
  const entries = unitEntries(units);
  const own = new Set(idsBelow(entries, unit.id));
  const others = entries.filter(({ id }) => !own.has(id));
  return (
    <Modal
      open
      title={T('moveOf', { name: unit.displayName })}
      okText={L('word.confirm')}
      cancelText={L('word.cancel')}
      okButtonProps={{ disabled: parent === (unit.parentId ?? top) }}
      onOk={() => onMove(parent === top ? null : parent)}
      onCancel={onClose}
    >
      <TreePane
        name={T('parent')}
        find={T('find')}
        entries={[{ id: top, parentId: null, name: T('top') }, ...others]}
        selected={parent}
        onSelect={(id) => setParent(id ?? top)}
        empty={<EmptyState text={T('noneFound')} />}
      />
    </Modal>
  );
}
