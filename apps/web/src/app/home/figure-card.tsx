import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined';
import { Link } from 'react-router';

import { formatClock } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { formatNumber } from '../../lib/units.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Card } from '../../ui/page.tsx';
import { ErrorState, LoadingBar, SlowNote } from '../../ui/states.tsx';
import { useFirstOpenable } from '../navigation/use-routes.ts';

import css from './home.module.css';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Tone } from '../../ui/status-tag.tsx';

export interface Figure {
  label: string;
  value: number | undefined;
  /** True when counting stopped at a limit. */
  isCapped?: boolean;
  tone?: Tone;
  /** Addresses of the list with the same filter; the first that the user may open is used. */
  lists?: readonly string[];
  color?: string;
  picture?: ReactNode;
}

const nowhere: readonly string[] = [];

const Picture = ({ children }: { children: ReactNode }) =>
  children ? <div className={css['picture']}>{children}</div> : null;

const Label = ({ label, color }: { label: string; color: string | undefined }) => (
  <dt>
    {color !== undefined && <span className={css['dot']} style={{ background: color }} aria-hidden="true" />}
    {label}
  </dt>
);

function FigureBox({ label, value, isCapped, tone, lists, color, picture }: Figure) {
  const target = useFirstOpenable(lists ?? nowhere);
  const shown = formatNumber(value) + (isCapped ? '+' : '');
  const number = <span className={`${css['number']} ${tone && value ? (css[tone] ?? '') : ''}`}>{shown}</span>;
  return (
    <div className={css['figure']}>
      <Label label={label} color={color} />
      <dd>
        {target && value !== undefined ? (
          <Link to={target} aria-label={`${label} ${shown}`}>
            {number}
          </Link>
        ) : (
          number
        )}
        <Picture>{picture}</Picture>
      </dd>
    </div>
  );
}

interface QueryCardProps<Answer> {
  title: string;
  query: UseQueryResult<Answer>;
  children: (answer: Answer | undefined) => ReactNode;
}

/** Card with its own loading, error, refresh and age of the data. */
export function QueryCard<Answer>({ title, query, children }: QueryCardProps<Answer>) {
  const { data, error, isFetching, isPending, dataUpdatedAt, refetch } = query;
  const isFailed = error !== null && data === undefined;
  const isStopped = isPending && !isFetching;
  const extra = (
    <>
      {dataUpdatedAt > 0 && (
        <span className={css['age']}>{L('state.updatedAt', { time: formatClock(dataUpdatedAt) })}</span>
      )}
      <IconButton
        size="small"
        name={L('home.refreshCard', { title })}
        tip={L('word.refresh')}
        icon={<ReloadOutlined />}
        onClick={() => void refetch()}
      />
    </>
  );
  return (
    <Card title={title} extra={extra}>
      <LoadingBar isActive={isFetching} />
      <SlowNote isActive={isFetching} />
      {isFailed && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {isStopped && <ErrorState title={L('state.stopped')} onRetry={() => void refetch()} />}
      {!isFailed && !isStopped && children(data)}
    </Card>
  );
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={css['figures']}>
      {figures.map((figure) => (
        <FigureBox key={figure.label} {...figure} />
      ))}
    </dl>
  );
}
