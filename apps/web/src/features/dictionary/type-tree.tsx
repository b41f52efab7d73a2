import { dictionaryCategories, dictionaryType } from '@kangmai/model';
import { Input, Tree } from 'antd';
import { useMemo, useState } from 'react';

import { choiceLabel } from '../../lib/labels.ts';
import { useList } from '../../resource-screens/use-list.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './dictionary.module.css';
import { T } from './dictionary-texts.ts';

import type { ScreenRow } from '../../lib/api/resource-row.ts';

type TypeRow = ScreenRow<typeof dictionaryType>;

const mostTypes = { size: 1000, sort: 'typeName' } as const;
const ofCategory = 'category:';

function treeOf(rows: readonly TypeRow[]) {
  return dictionaryCategories.names.flatMap((name) => {
    const types = rows.filter(({ values }) => values.category === name);
    if (types.length === 0) return [];
    const title = `${choiceLabel(dictionaryCategories.entries[name])} (${types.length})`;
    return [{ key: ofCategory + name, title, selectable: false, children: types.map(({ values }) => ({ key: values.typeCode, title: values.typeName })) }];
  });
}

/** Categories with their types; a type chosen shows its entries. */
export function TypeTree({ chosen, onChoose }: { readonly chosen: string | null; readonly onChoose: (typeCode: string) => void }) {
  const list = useList(dictionaryType, { keep: 'memory', usual: mostTypes });
  const [text, setText] = useState('');
  const word = text.trim().toLowerCase();
  const tree = useMemo(() => treeOf(list.rows.filter(({ values }) => values.typeName.toLowerCase().includes(word) || values.typeCode.toLowerCase().includes(word))), [list.rows, word]);
  if (list.error !== null) return <ErrorState message={list.error instanceof Error ? list.error.message : null} onRetry={list.refresh} />;
  if (list.isLoading) return <LoadingState />;
  return (
    <div className={css['tree']}>
      <Input aria-label={T('find')} placeholder={T('find')} allowClear value={text} onChange={(event) => setText(event.target.value)} />
      {tree.length === 0 ? (
        <EmptyState />
      ) : (
        <Tree aria-label={T('types')} treeData={tree} defaultExpandAll key={word} blockNode selectedKeys={chosen === null ? [] : [chosen]} onSelect={([key]) => key !== undefined && onChoose(String(key))} />
      )}
    </div>
  );
}
