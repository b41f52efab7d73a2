import { Activity, Suspense, useMemo, useRef, useState, type ReactNode } from 'react';

import { LoadingState } from '../states.tsx';

import { keepAlive } from './alive.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { TabContext, type TabFacts } from './tab-context.ts';
import css from './tab-host.module.css';
import { useKeptScroll } from './use-kept-scroll.ts';

export interface HostedTab {
  key: string;
  /** Changes to remount the page. */
  generation: number;
  /** Scrolls to the top whenever the tab becomes active. */
  isToTop?: boolean;
}

export interface TabActions {
  setTitle: (key: string, title: string) => void;
  setDirty: (key: string, isDirty: boolean) => void;
  close: (key: string) => void;
}

interface TabHostProps<Tab extends HostedTab> {
  tabs: readonly Tab[];
  /** Null while a page without a tab is displayed; the tabs stay mounted. */
  activeKey: string | null;
  unsaved: ReadonlySet<string>;
  render: (tab: Tab) => ReactNode;
  actions: TabActions;
  onError?: (error: unknown, number: string) => void;
  onHome?: () => void;
  mayReload?: () => boolean;
}

const aliveLimit = 12;

/** Keeps the pages of recently used tabs mounted and shows the active one; an older tab is remounted on return. */
export function TabHost<Tab extends HostedTab>({ tabs, activeKey, unsaved, render, ...rest }: TabHostProps<Tab>) {
  const [recent, setRecent] = useState<readonly string[]>([]);
  const alive = keepAlive({ recent, active: activeKey, open: tabs.map(({ key }) => key), limit: aliveLimit, unsaved });
  if (alive.join('\n') !== recent.join('\n')) setRecent(alive);
  const living = new Set(alive);

  return tabs
    .filter(({ key }) => living.has(key))
    .map((tab) => (
      <Activity key={`${tab.key}#${tab.generation}`} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
        <TabPanel tabKey={tab.key} isToTop={tab.isToTop ?? false} {...rest}>
          {render(tab)}
        </TabPanel>
      </Activity>
    ));
}

type TabPanelProps = Pick<TabHostProps<HostedTab>, 'actions' | 'onError' | 'onHome' | 'mayReload'> & {
  tabKey: string;
  isToTop: boolean;
  children: ReactNode;
};

function TabPanel({ tabKey, isToTop, actions, children, ...boundary }: TabPanelProps) {
  const root = useRef<HTMLDivElement>(null);
  useKeptScroll(root, isToTop);
  const facts = useMemo<TabFacts>(
    () => ({
      key: tabKey,
      setTitle: (title) => actions.setTitle(tabKey, title),
      setDirty: (isDirty) => actions.setDirty(tabKey, isDirty),
      close: () => actions.close(tabKey),
    }),
    [tabKey, actions],
  );

  return (
    <TabContext value={facts}>
      <div ref={root} className={css['clip']} data-testid="tab-panel">
        <div className={css['scroll']}>
          <ErrorBoundary {...boundary}>
            <Suspense fallback={<LoadingState />}>{children}</Suspense>
          </ErrorBoundary>
        </div>
      </div>
    </TabContext>
  );
}
