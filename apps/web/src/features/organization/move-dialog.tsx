import { useState } from 'react';

import { unitEntries, type UnitRow } from '../../resource-client/units.ts';
import { EmptyState } from '../../ui/states.tsx';
import { idsBelow } from '../../ui/tree-pane/tree-nodes.ts';
import { TreePane } from '../../ui/tree-pane/tree-pane.tsx';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
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
    <EntryDialog
      title={T('moveOf', { name: unit.displayName })}
      okButtonProps={{ disabled: parent === (unit.parentId ?? top) }}
      onOk={() => onMove(parent === top ? null : parent)}
      isChanged={parent !== (unit.parentId ?? top)}
      onClose={onClose}
    >
      <TreePane
        name={T('parent')}
        find={T('find')}
        entries={[{ id: top, parentId: null, name: T('top') }, ...others]}
        selected={parent}
        onSelect={(id) => setParent(id ?? top)}
        empty={<EmptyState text={T('noneFound')} />}
      />
    </EntryDialog>
  );
}
