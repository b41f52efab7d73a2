import { Input, Tree } from 'antd';
import { useMemo, useState, type Key, type ReactNode } from 'react';

import { EmptyState } from '../../../ui/states.tsx';
import css from './member-tab.module.css';
import { T } from './member-tab-texts.ts';

export interface TickedNode<K extends Key> {
  readonly key: K;
  readonly title: string;
  readonly children?: readonly TickedNode<K>[];
}

type Node<K extends Key> = TickedNode<K> & { readonly children?: Node<K>[] };

export interface Ticks<K extends Key> {
  readonly checked: K[];
  readonly halfChecked: K[];
}

interface TickedTreeProps<K extends Key> {
  /** What is ticked, in words. */
  readonly what: string;
  /** The nodes whose title has a word, with what stands above them; all without one. */
  readonly nodesOf: (word: string) => readonly TickedNode<K>[];
  /** Open at first; while a word is sought everything is. */
  readonly open: readonly K[];
  readonly everyKey: readonly K[];
  readonly ticks: Ticks<K>;
  readonly onTick: (node: TickedNode<K>, isOn: boolean) => void;
  readonly status: string;
  /** Shown behind a title. */
  readonly mark?: ((key: K) => ReactNode) | undefined;
  readonly height: number;
}

/** A tree to tick, with a search; by pointer and keys. */
export function TickedTree<K extends Key>(props: TickedTreeProps<K>) {
  const { what, nodesOf, everyKey, ticks, onTick, status, mark, height } = props;
  const [word, setWord] = useState('');
  const [open, setOpen] = useState(props.open);
  const nodes = useMemo(() => nodesOf(word), [nodesOf, word]);
  const renderTitle = ({ key, title }: Node<K>) => (
    <span className={css['title']}>
      {title}
      {mark?.(key)}
    </span>
  );
  return (
    <div className={css['tab']}>
      <Input
        aria-label={T('find', { what })}
        placeholder={T('find', { what })}
        allowClear
        maxLength={100}
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <p className={css['note']} role="status">
        {status}
      </p>
      {nodes.length === 0 ? (
        <EmptyState text={T('none', { what })} />
      ) : (
        <Tree<Node<K>>
          aria-label={what}
          checkable
          checkStrictly
          selectable={false}
          height={height}
          treeData={nodes as Node<K>[]}
          expandedKeys={[...(word === '' ? open : everyKey)]}
          onExpand={(keys) => setOpen(keys as K[])}
          checkedKeys={ticks}
          onCheck={(_, { node, checked }) => onTick(node, checked)}
          titleRender={renderTitle}
        />
      )}
    </div>
  );
}
