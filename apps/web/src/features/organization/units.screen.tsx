import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { useCan } from '../../lib/permissions.ts';
import { getUnits, type UnitRow } from '../../resource-client/units.ts';
import { Card, Page } from '../../ui/page.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { TreePane } from '../../ui/tree-pane/tree-pane.tsx';
import { NoUnitPanel, useUnassigned } from './no-unit-panel.tsx';
import { UnitPanel } from './unit-panel.tsx';
import css from './units.module.css';
import { T } from './units-texts.ts';
import { useUnitTasks } from './use-unit-tasks.ts';

const UnitDialog = lazy(async () => ({ default: (await import('./unit-dialog.tsx')).UnitDialog }));
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

const noUnit = 0;

type Opened = 'top' | 'below' | 'rename' | 'move';

const tasksOf = (mayManage: boolean) =>
  mayManage
    ? ([
        { key: 'below', label: T('createBelow') },
        { key: 'rename', label: T('rename') },
        { key: 'move', label: T('move') },
        { key: 'remove', label: T('remove') },
      ] as const)
    : [];
const keyTasks: Readonly<Record<string, string>> = { F2: 'rename', Delete: 'remove', Insert: 'below' };

const entriesOf = (units: readonly UnitRow[]) =>
  units.map(({ id, parentId, displayName, memberCount }) => ({
    id,
    parentId,
    name: displayName,
    ...(memberCount > 0 && { note: T('people', { n: memberCount }) }),
  }));

interface DialogsProps {
  readonly opened: Opened | null;
  readonly unit: UnitRow | undefined;
  readonly units: readonly UnitRow[];
  readonly onSaved: (id: number) => void;
  readonly onMove: (parentId: number | null) => void;
  readonly onClose: () => void;
}

function Dialogs({ opened, unit, units, onSaved, onMove, onClose }: DialogsProps) {
  if (opened === null) return null;
  return (
    <Suspense>
      {opened === 'move' && unit && <MoveDialog unit={unit} units={units} onMove={onMove} onClose={onClose} />}
      {opened !== 'move' && (
        <UnitDialog
          unit={opened === 'rename' ? (unit ?? null) : null}
          parent={opened === 'below' ? (unit ?? null) : null}
          onSaved={onSaved}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

function Units({
  units,
  opened,
  onOpen,
}: {
  readonly units: readonly UnitRow[];
  readonly opened: Opened | null;
  readonly onOpen: (next: Opened | null) => void;
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  const mayListUsers = useCan('Pages.Administration.Users');
  const { data: unassigned } = useUnassigned(1, mayListUsers);
  const mayManage = useCan('Pages.Administration.OrganizationUnits.ManageOrganizationTree');
  const { move, remove } = useUnitTasks(units);
  const unit = chosen === noUnit ? undefined : (units.find(({ id }) => id === chosen) ?? units[0]);
  const tasks = tasksOf(mayManage);
  const run = (key: string): void => {
    if (!unit || !mayManage) return;
    if (key === 'remove') remove(unit);
    else if (key !== '') onOpen(key as Opened);
  };
  return (
    <div className={css['pane']}>
      <SplitPane
        leftName={T('units')}
        over={{ isOpen: chosen !== null, onBack: () => setChosen(null) }}
        left={
          <div className={css['left']}>
            <TreePane
              name={T('units')}
              find={T('find')}
              entries={entriesOf(units)}
              selected={unit?.id ?? null}
              onSelect={setChosen}
              onMove={mayManage ? move : undefined}
              toTop={T('toTop')}
              onKey={(key) => run(keyTasks[key] ?? '')}
              menu={tasks}
              onPick={run}
              empty={<EmptyState text={T(units.length === 0 ? 'none' : 'noneFound')} />}
            />
            {unassigned && (
              <Button type="text" aria-pressed={chosen === noUnit} onClick={() => setChosen(noUnit)}>
                {T('noUnit', { n: unassigned.totalCount })}
              </Button>
            )}
          </div>
        }
        right={
          chosen === noUnit ? (
            <NoUnitPanel />
          ) : unit ? (
            <UnitPanel unit={unit} units={units} tasks={tasks} onTask={run} />
          ) : (
            <EmptyState text={T('none')} />
          )
        }
      />
      <Dialogs
        opened={opened}
        unit={unit}
        units={units}
        onSaved={(id) => {
          setChosen(id);
          onOpen(null);
        }}
        onMove={(parentId) => {
          onOpen(null);
          if (unit) move(unit.id, parentId);
        }}
        onClose={() => onOpen(null)}
      />
    </div>
  );
}

/** The tree of units on the left, members and roles of the chosen one on the right. */
export function UnitsScreen() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayManage = useCan('Pages.Administration.OrganizationUnits.ManageOrganizationTree');
  const { data, error, refetch } = useQuery({
    queryKey: ['units', 'tree'],
    queryFn: ({ signal }) => getUnits(signal),
    staleTime: 0,
  });
  const create = mayManage && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened('top')}>
      {T('createTop')}
    </Button>
  );
  return (
    <Page title={T('title')} actions={create}>
      <Card>
        {error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : data ? (
          <Units units={data} opened={opened} onOpen={setOpened} />
        ) : (
          <LoadingState />
        )}
      </Card>
    </Page>
  );
}
