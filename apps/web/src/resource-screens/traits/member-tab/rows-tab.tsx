import { useCallback, useMemo } from 'react';

import { membersWord, type MembersOf } from '../../../resource-client/members.ts';
import { treeNodes, type TreeEntry } from '../../../ui/tree-pane/tree-nodes.ts';
import css from './member-tab.module.css';
import { T } from './member-tab-texts.ts';
import { TickedTree } from './ticked-tree.tsx';

interface RowsTabProps {
  readonly of: Pick<MembersOf, 'resource' | 'name'>;
  /** Rows that may be members; those of a tree stand below each other. */
  readonly entries: readonly TreeEntry[];
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

/** Trees of more rows are folded at first. */
const mostOpen = 200;
const height = 420;

/** The rows that are members of a row: ticked in a list, or in the tree in which they stand. */
export function RowsTab({ of, entries, value, onChange }: RowsTabProps) {
  const nodesOf = useCallback((word: string) => treeNodes(entries, word), [entries]);
  const notes = useMemo(() => new Map(entries.map(({ id, note }) => [id, note])), [entries]);
  const everyKey = useMemo(() => entries.map(({ id }) => id), [entries]);
  const renderNote = (id: number) => <span className={css['note']}>{notes.get(id)}</span>;
  return (
    <TickedTree
      what={membersWord(of)}
      nodesOf={nodesOf}
      open={entries.length > mostOpen ? [] : everyKey}
      everyKey={everyKey}
      ticks={{ checked: [...value], halfChecked: [] }}
      onTick={({ key: id }, isOn) => onChange(isOn ? [...value, id] : value.filter((other) => other !== id))}
      status={T('chosen', { n: value.length })}
      mark={renderNote}
      height={height}
    />
  );
}
