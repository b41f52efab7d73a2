import { dictionaryEntry, dictionaryType } from '@kangmai/model';
import { Button, Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import css from './dictionary.module.css';
import { T } from './dictionary-texts.ts';
import { TypeTree } from './type-tree.tsx';

const ofType = ['type'] as const;

function Entries({ typeCode }: { readonly typeCode: string }) {
  const list = useMemo(() => ({ fixed: { type: typeCode } }), [typeCode]);
  const defaults = useMemo(() => ({ type: typeCode }), [typeCode]);
  return <ResourceScreen resource={dictionaryEntry} isEmbedded list={list} defaults={defaults} omit={ofType} />;
}

/** The tenant's dictionaries: types by category at the left, the entries of the chosen one at the right. */
export function DictionaryScreen() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [isManaging, setManaging] = useState(false);
  const chosen = search.get('type');
  const choose = (typeCode: string): void => void navigate({ search: `?type=${encodeURIComponent(typeCode)}` }, { replace: true });
  return (
    <Page title={T('title')} actions={<Button onClick={() => setManaging(true)}>{T('manage')}</Button>}>
      <Card>
        <div className={css['pane']}>
          <SplitPane
            leftName={T('types')}
            width={260}
            left={<TypeTree chosen={chosen} onChoose={choose} />}
            right={<div className={css['entries']}>{chosen === null ? <EmptyState text={T('choose')} /> : <Entries key={chosen} typeCode={chosen} />}</div>}
          />
        </div>
      </Card>
      {isManaging && (
        <Drawer open title={T('types')} size={960} onClose={() => setManaging(false)}>
          <ResourceScreen resource={dictionaryType} isEmbedded />
        </Drawer>
      )}
    </Page>
  );
}
