import { abnormalCase } from '@kangmai/model/alerts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Segmented, Space } from 'antd';
import { useState } from 'react';

import { formatClockSpan } from './countdown.tsx';
import { readFrom } from '../../resource-client/calls.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './figures.module.css';
import { T } from './alert-texts.ts';

interface Figures {
  readonly cases: number;
  readonly closed: number;
  readonly falseAlarms: number;
  readonly climbs: number;
  readonly claimMedian: number | null;
  readonly claimP90: number | null;
  readonly contactMedian: number | null;
  readonly contactP90: number | null;
  readonly closeMedian: number | null;
  readonly closeP90: number | null;
}

interface Group extends Figures {
  readonly id: number | null;
  readonly name: string | null;
}

interface Answer {
  readonly total: Figures;
  readonly rules: readonly Group[];
  readonly products: readonly Group[];
  readonly teams: readonly Group[];
}

const groupings = ['rules', 'products', 'teams'] as const;
type Grouping = (typeof groupings)[number];

const dayMs = 86_400_000;
const spans = [7, 30, 90] as const;

/** Median and 90th percentile of a time. */
const spanWords = (median: number | null, p90: number | null): string =>
  median === null || p90 === null ? '—' : `${formatClockSpan(median)} / ${formatClockSpan(p90)}`;

const shareWords = ({ closed, falseAlarms }: Figures): string =>
  closed === 0 ? '—' : `${Math.round((100 * falseAlarms) / closed)}%`;

function Cells({ of, most }: { readonly of: Figures; readonly most: number }) {
  return (
    <>
      <td>
        <span className={css['count']}>{of.cases}</span>
        <span className={css['bar']} style={{ width: `${(of.cases / Math.max(1, most)) * 80}px` }} aria-hidden="true" />
      </td>
      <td>{spanWords(of.claimMedian, of.claimP90)}</td>
      <td>{spanWords(of.contactMedian, of.contactP90)}</td>
      <td>{spanWords(of.closeMedian, of.closeP90)}</td>
      <td>{shareWords(of)}</td>
      <td>{of.climbs}</td>
    </>
  );
}

interface TableProps {
  readonly answer: Answer;
  readonly by: Grouping;
  /** Lists the cases of a team, or of all teams. */
  readonly onList: (team: number | null) => void;
}

const heads = ['cases', 'toClaim', 'toContact', 'toClose', 'falseRate', 'climbs'] as const;

function FiguresTable({ answer, by, onList }: TableProps) {
  const groups = answer[by];
  const most = Math.max(0, ...groups.map(({ cases }) => cases));
  const nameOf = ({ id, name }: Group) =>
    by === 'teams' && id !== null ? (
      <LinkButton onClick={() => onList(id)}>{name ?? T('fig.none')}</LinkButton>
    ) : (
      (name ?? T('fig.none'))
    );
  return (
    <div className={css['box']}>
      <table className={css['table']} aria-label={T('figures')}>
        <thead>
          <tr>
            <th scope="col">{T(`fig.${by}`)}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {T(`fig.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <LinkButton onClick={() => onList(null)}>{T('fig.total')}</LinkButton>
            </th>
            <Cells of={answer.total} most={answer.total.cases} />
          </tr>
          {groups.map((group) => (
            <tr key={group.id ?? 0}>
              <th scope="row">{nameOf(group)}</th>
              <Cells of={group} most={most} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the desk did in a period: how many cases, how fast, how many were false, how often the ladder climbed. */
export function DeskFigures({ onClose }: { readonly onClose: () => void }) {
  const { change } = useListContext(abnormalCase);
  const [days, setDays] = useState<(typeof spans)[number]>(30);
  const [by, setBy] = useState<Grouping>('rules');
  const [now] = useState(() => Date.now());
  const period = { beginTime: new Date(now - days * dayMs).toISOString(), endTime: new Date(now).toISOString() };
  const { data, error, refetch } = useQuery({
    queryKey: ['deskFigures', period],
    queryFn: ({ signal }) => readFrom<Answer>(abnormalCase, 'GetDeskFigures', { query: period, signal }),
  });
  const list = (team: number | null): void => {
    const latestAt = { from: period.beginTime, to: period.endTime };
    change({ filters: { latestAt, ...(team !== null && { team: String(team) }) }, page: 1 });
    onClose();
  };
  return (
    <Drawer open title={T('figures')} size={960} onClose={onClose}>
      <Space wrap className={css['choices'] ?? ''}>
        <Segmented
          aria-label={T('fig.period')}
          value={days}
          onChange={setDays}
          options={spans.map((value) => ({ value, label: T('fig.days', { n: value }) }))}
        />
        <Segmented
          aria-label={T('fig.grouping')}
          value={by}
          onChange={setBy}
          options={groupings.map((value) => ({ value, label: T(`fig.${value}`) }))}
        />
      </Space>
      {data && data.total.cases === 0 && <EmptyState />}
      {data && data.total.cases > 0 && <FiguresTable answer={data} by={by} onList={list} />}
      {!data && (error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />)}
      <p className={css['note']}>{T('fig.note')}</p>
    </Drawer>
  );
}
