import { Button, Tabs } from 'antd';
import { useLocation, useNavigate } from 'react-router';

import { Card, Page } from '../../ui/page.tsx';
import { LikelyPairs } from './likely-pairs.tsx';
import { MergeList } from './merge-list.tsx';
import { T } from './merge-texts.ts';
import css from './merge.module.css';

/** The client and the tab in the address. */
function usePlace() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search);
  const id = Number(asked.get('clientId'));
  const go = (change: Readonly<Record<string, string | null>>): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change))
      if (value === null) next.delete(name);
      else next.set(name, value);
    void navigate(`${pathname}${next.size > 0 ? `?${next.toString()}` : ''}`, { replace: true });
  };
  return {
    clientId: Number.isSafeInteger(id) && id > 0 ? id : null,
    tab: asked.get('tab') === 'merges' ? 'merges' : 'pairs',
    go,
  };
}

/** Files that may be of one person, and the merges that were made. */
export function MergesScreen() {
  const { clientId, tab, go } = usePlace();
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
