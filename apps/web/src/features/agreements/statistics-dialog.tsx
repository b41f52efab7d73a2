import { doctorAgreement } from '@kangmai/model/teams';
import { useQuery } from '@tanstack/react-query';
import { Modal, Segmented, Table, Tabs } from 'antd';
import { useState } from 'react';

import { today } from '../../lib/calendar-days.ts';
import { formatNumber } from '../../lib/units.ts';
import { readFrom } from '../../resource-client/calls.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './agreements-texts.ts';
import css from './agreements.module.css';

interface Counted {
  readonly id: number | null;
  readonly name: string | null;
  readonly signed: number;
  readonly keySigned: number;
}

interface Figures {
  readonly signed: number;
  readonly keySigned: number;
  readonly ended: number;
  readonly renewalRate: number | null;
  readonly teams: readonly Counted[];
  readonly communities: readonly Counted[];
}

const yearsBack = 3;

function recentYears(): readonly string[] {
  const year = Number(today().slice(0, 4));
  return Array.from({ length: yearsBack }, (_, back) => String(year - back));
}

const readFigures = (year: string, signal: AbortSignal): Promise<Figures> =>
  readFrom(doctorAgreement, 'GetStatistics', { query: { begin: `${year}-01-01`, end: `${year}-12-31` }, signal });

const rowKeyOf = ({ id }: Counted): number => id ?? 0;

function Groups({ rows }: { readonly rows: readonly Counted[] }) {
  const most = Math.max(1, ...rows.map(({ signed }) => signed));
  return (
    <Table
      size="small"
      rowKey={rowKeyOf}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ y: 280 }}
      columns={[
        { title: T('name'), dataIndex: 'name', render: (name: string | null) => name ?? T('noUnit') },
        {
          title: T('signed'),
          dataIndex: 'signed',
          width: 280,
          render: (signed: number) => (
            <span className={css['signed']}>
              <span>{formatNumber(signed)}</span>
              <span aria-hidden="true" className={css['bar']} style={{ width: `${(100 * signed) / most}%` }} />
            </span>
          ),
        },
        {
          title: T('keySigned'),
          dataIndex: 'keySigned',
          width: 120,
          align: 'right',
          render: (keySigned: number) => formatNumber(keySigned),
        },
      ]}
    />
  );
}

const percent = (part: number, whole: number): string => `${formatNumber(whole === 0 ? 0 : (100 * part) / whole, 1)}%`;

function FiguresPart({ figures }: { readonly figures: Figures }) {
  const { signed, keySigned, ended, renewalRate, teams, communities } = figures;
  const tiles = [
    [T('signed'), formatNumber(signed)],
    [T('keyShare'), percent(keySigned, signed)],
    [T('ended'), formatNumber(ended)],
    [T('renewalRate'), renewalRate === null ? T('noneEnded') : `${formatNumber(renewalRate, 1)}%`],
  ] as const;
  return (
    <>
      <dl className={css['tiles']}>
        {tiles.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css['hint']}>{T('hint')}</p>
      {signed === 0 ? (
        <EmptyState text={T('none')} />
      ) : (
        <Tabs
          size="small"
          items={[
            { key: 'teams', label: T('byTeam'), children: <Groups rows={teams} /> },
            { key: 'communities', label: T('byCommunity'), children: <Groups rows={communities} /> },
          ]}
        />
      )}
    </>
  );
}

/** What was signed and renewed in a year, by team and unit. */
export function StatisticsDialog({ onClose }: { readonly onClose: () => void }) {
  const years = recentYears();
  const [year, setYear] = useState(years[0] ?? '');
  const { data, error, refetch } = useQuery({
    queryKey: [...rowKeys.all(doctorAgreement), 'statistics', year],
    queryFn: ({ signal }) => readFigures(year, signal),
  });
  return (
    <Modal open title={T('statistics')} footer={null} width={720} onCancel={onClose}>
      <Segmented aria-label={T('year')} value={year} onChange={setYear} options={[...years]} />
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data && <FiguresPart figures={data} />}
    </Modal>
  );
}
