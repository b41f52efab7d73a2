import { App } from 'antd';

import { deleteUnit, moveUnit, unitEntries, type UnitRow } from '../../resource-client/units.ts';
import { idsBelow } from '../../ui/tree-pane/tree-nodes.ts';
import { T } from './units-texts.ts';
import { useChange } from './use-change.ts';

/** Moves and deletes units after a question that says what goes with them. */
export function useUnitTasks(units: readonly UnitRow[]): {
  readonly move: (id: number, parentId: number | null) => void;
  readonly remove: (unit: UnitRow) => void;
} {
  const { modal } = App.useApp();
  const change = useChange();
  const nameOf = (id: number | null): string => units.find((unit) => unit.id === id)?.displayName ?? '';
  const countBelow = (id: number): number => idsBelow(unitEntries(units), id).length - 1;
  /** What a deletion takes along: the units below, and the links of all to members and roles. */
  const takenAlong = (id: number): { n: number; people: number; roles: number } => {
    const all = new Set(idsBelow(unitEntries(units), id));
    const gone = units.filter((unit) => all.has(unit.id));
    const sum = (count: (unit: UnitRow) => number): number => gone.reduce((total, unit) => total + count(unit), 0);
    return { n: gone.length - 1, people: sum((unit) => unit.memberCount), roles: sum((unit) => unit.roleCount) };
  };
  return {
    move(id, parentId) {
      const name = nameOf(id);
      if (units.find((unit) => unit.id === id)?.parentId === parentId || id === parentId) return;
      void modal.confirm({
        title: parentId === null ? T('moveAskTop', { name }) : T('moveAsk', { name, parent: nameOf(parentId) }),
        content: T('moveHint', { n: countBelow(id) }),
        onOk: () => change(() => moveUnit(id, parentId), T('moved')),
      });
    },
    remove({ id, displayName }) {
      void modal.confirm({
        title: T('removeAsk', { name: displayName }),
        content: T('removeHint', takenAlong(id)),
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => change(() => deleteUnit(id), T('removed'), 'tree'),
      });
    },
  };
}
