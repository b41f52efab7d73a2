import { dictionaryEntry, dictionaryType } from '@kangmai/model/dictionaries';
import { Button, Drawer } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { useList, type RowList } from '../../resource-screens/use-list.ts';
import { Card, Page } from '../../ui/page.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import css from './dictionary.module.css';
import { T } from './dictionary-texts.ts';
import { TypeTree } from './type-tree.tsx';
import { useRemoveType } from './use-remove-type.ts';

import type { TypeAction } from './type-menu.tsx';
import type { TypeNode } from './type-nodes.ts';

const FormDrawer = lazy(async () => ({ default: (await import('../../resource-screens/form-drawer.tsx')).FormDrawer }));

const ofType = ['type'] as const;
const mostTypes = { size: 1000, sort: 'typeName' } as const;

function Entries({ typeCode }: { readonly typeCode: string }) {
  const list = useMemo(() => ({ fixed: { type: typeCode } }), [typeCode]);
  const defaults = useMemo(() => ({ type: typeCode }), [typeCode]);
  return <ResourceScreen resource={dictionaryEntry} isEmbedded list={list} defaults={defaults} omit={ofType} />;
}

function TypeForm({ node, onClose }: { readonly node: TypeNode; readonly onClose: () => void }) {
  return (
    <Suspense>
      <FormDrawer
        resource={dictionaryType}
        row={node.row ?? null}
        defaults={{ category: node.category }}
        onClose={onClose}
      />
    </Suspense>
  );
}

export function DictionaryScreen() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const list = useList(dictionaryType, { keep: 'memory', usual: mostTypes });
  const [isManaging, setManaging] = useState(false);
  const [edited, setEdited] = useState<TypeNode | null>(null);
  const chosen = search.get('type');
  const replaceSearch = (to: string): void => void navigate({ search: to }, { replace: true });
  const removeType = useRemoveType(({ values }) => values.typeCode === chosen && replaceSearch(''));
  const act = (action: TypeAction, node: TypeNode): void => {
    if (action !== 'remove') setEdited(node);
    else if (node.row) removeType(node.row);
  };
  const chooseType = (typeCode: string): void => replaceSearch(`?type=${encodeURIComponent(typeCode)}`);
  return (
    <Page title={T('title')} actions={<Button onClick={() => setManaging(true)}>{T('manage')}</Button>}>
      <Card>
        <div className={css['pane']}>
          <SplitPane
            leftName={T('types')}
            width={300}
            over={{
              isOpen: chosen !== null,
              onBack: () => replaceSearch(''),
              title: list.rows.find(({ values }) => values.typeCode === chosen)?.values.typeName,
            }}
            left={<TypeTree list={list as unknown as RowList} chosen={chosen} onChoose={chooseType} onAction={act} />}
            right={
              <div className={css['entries']}>
                {chosen === null ? <EmptyState text={T('choose')} /> : <Entries key={chosen} typeCode={chosen} />}
              </div>
            }
          />
        </div>
      </Card>
      {edited && <TypeForm node={edited} onClose={() => setEdited(null)} />}
      {isManaging && (
        <Drawer open title={T('types')} size={960} onClose={() => setManaging(false)}>
          <ResourceScreen resource={dictionaryType} isEmbedded />
        </Drawer>
      )}
    </Page>
  );
}
