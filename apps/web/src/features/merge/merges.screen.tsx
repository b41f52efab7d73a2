import { Button, Tabs } from 'antd';

import { numberIn, useSearch } from '../../lib/use-search.ts';
import { Card, Page } from '../../ui/page.tsx';
import { LikelyPairs } from './likely-pairs.tsx';
import { MergeList } from './merge-list.tsx';
import { T } from './merge-texts.ts';
import css from './merge.module.css';

/** Files that may be of one person, and the merges that were made. */
export function MergesScreen() {
  const { asked, go } = useSearch();
  const clientId = numberIn(asked, 'clientId');
  const tab = asked.get('tab') === 'merges' ? 'merges' : 'pairs';
  return (
    <Page title={T('title')}>
      <Card>
        {clientId !== null && (
          <p className={css['line']}>
            {T('onlyOne')}
            <Button size="small" onClick={() => go({ clientId: null })}>
              {T('showAll')}
            </Button>
          </p>
        )}
        <Tabs
          activeKey={tab}
          destroyOnHidden
          onChange={(next) => go({ tab: next === 'merges' ? next : null })}
          items={[
            { key: 'pairs', label: T('duplicates'), children: <LikelyPairs clientId={clientId} /> },
            { key: 'merges', label: T('merges'), children: <MergeList clientId={clientId} /> },
          ]}
        />
      </Card>
    </Page>
  );
}
