import { energyKinds } from '@kangmai/model/basic-data';
import { Button } from 'antd';
import { useId, useState } from 'react';

import { choiceLabel } from '../../lib/labels.ts';
import { formatMoney } from '../../lib/units.ts';
import { EmptyState } from '../../ui/states.tsx';
import { kindsIn, totalOf, totalOfKind, type MonthBar } from './cost-parts.ts';
import css from './basic-data.module.css';
import { T } from './energy-texts.ts';

import type { EnergyKind } from '../../resource-client/energy.ts';

const size = { width: 960, height: 240, top: 24, bottom: 28, left: 8 } as const;
const room = size.height - size.top - size.bottom;
const step = (size.width - 2 * size.left) / 12;
const barWidth = 44;

const nameOf = (kind: EnergyKind): string => choiceLabel(energyKinds.entries[kind]);

const strokes: Readonly<Record<EnergyKind, string>> = {
  water: 'M0 4 Q2 1 4 4 T8 4',
  electricity: 'M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6',
  gas: 'M2 2 h1.6 v1.6 h-1.6 z M6 6 h1.6 v1.6 h-1.6 z',
  heat: 'M0 0 L8 8 M8 0 L0 8',
  phone: 'M0 4 H8',
  broadband: 'M4 0 V8',
  tv: 'M0 4 H8 M4 0 V8',
};

const fillOf = (id: string, kind: EnergyKind): string => `url(#${id}-${kind})`;

function Pattern({ id, kind }: { readonly id: string; readonly kind: EnergyKind }) {
  return (
    <pattern id={`${id}-${kind}`} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect width="8" height="8" className={css[kind]} />
      <path d={strokes[kind]} className={css['stroke']} />
    </pattern>
  );
}

interface BarProps {
  readonly bar: MonthBar;
  readonly at: number;
  readonly most: number;
  readonly kinds: readonly EnergyKind[];
  readonly id: string;
}

function Bar({ bar, at, most, kinds, id }: BarProps) {
  const x = size.left + at * step + (step - barWidth) / 2;
  const heightOf = (cost: number): number => (cost / most) * room;
  const parts = kinds.map((kind) => ({ kind, cost: bar.costs[kind] ?? 0 }));
  const foot = size.top + room;
  const stacked = parts.map(({ kind, cost }, place) => ({
    kind,
    cost,
    y: foot - heightOf(parts.slice(0, place + 1).reduce((sum, part) => sum + part.cost, 0)),
  }));
  const typedTop = foot - heightOf(bar.total);
  return (
    <g data-month={bar.month} data-total={bar.total.toFixed(2)}>
      {stacked.map(({ kind, cost, y }) => (
        <rect key={kind} x={x} y={y} width={barWidth} height={heightOf(cost)} fill={fillOf(id, kind)}>
          <title>{`${bar.month} ${nameOf(kind)} ${formatMoney(cost)}`}</title>
        </rect>
      ))}
      {bar.typed > 0 && (
        <rect x={x} y={typedTop} width={barWidth} height={heightOf(bar.typed)} className={css['typed']}>
          <title>{`${T('typed')} ${formatMoney(bar.typed)}`}</title>
        </rect>
      )}
      {bar.total > 0 && (
        <text x={x + barWidth / 2} y={typedTop - 6} className={css['figure']}>
          {formatMoney(bar.total, '')}
        </text>
      )}
      <text x={x + barWidth / 2} y={size.height - 8} className={css['axis']}>
        {bar.month}
      </text>
    </g>
  );
}

function Legend({ bars, kinds, id }: { readonly bars: readonly MonthBar[] } & Pick<BarProps, 'kinds' | 'id'>) {
  const hasTyped = bars.some(({ typed }) => typed > 0);
  return (
    <ul className={css['legend']}>
      {kinds.map((kind) => (
        <li key={kind}>
          <svg width="16" height="16" aria-hidden="true">
            <rect width="16" height="16" fill={fillOf(id, kind)} />
          </svg>
          {nameOf(kind)} {formatMoney(totalOfKind(bars, kind))}
        </li>
      ))}
      {hasTyped && (
        <li>
          <svg width="16" height="16" aria-hidden="true">
            <rect x="1" y="1" width="14" height="14" className={css['typed']} />
          </svg>
          {T('typed')}
        </li>
      )}
    </ul>
  );
}

function Table({ bars, kinds }: { readonly bars: readonly MonthBar[] } & Pick<BarProps, 'kinds'>) {
  return (
    <table className={css['grid']} aria-label={T('chart')}>
      <thead>
        <tr>
          <th scope="col">{T('month')}</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col" className={css['right']}>
              {nameOf(kind)}
            </th>
          ))}
          <th scope="col" className={css['right']}>
            {T('total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ month, costs, total }) => (
          <tr key={month}>
            <td>{month}</td>
            {kinds.map((kind) => (
              <td key={kind} className={css['right']}>
                {formatMoney(costs[kind] ?? 0, '')}
              </td>
            ))}
            <td className={css['right']}>{formatMoney(total, '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function barsText(bars: readonly MonthBar[]): string {
  const highest = bars.reduce((one, other) => (other.total > one.total ? other : one));
  const typed = bars.find((bar) => bar.typed > 0);
  return [
    T('chartSummary', {
      total: formatMoney(totalOf(bars)),
      month: highest.month,
      most: formatMoney(highest.total),
    }),
    ...(typed ? [T('chartTyped', { month: typed.month, cost: formatMoney(typed.typed) })] : []),
  ].join(' · ');
}

export function CostChart({ bars }: { readonly bars: readonly MonthBar[] }) {
  const id = useId().replaceAll(':', '');
  const [isTable, setTable] = useState(false);
  const kinds = kindsIn(bars);
  const most = Math.max(...bars.map(({ total }) => total));
  if (most <= 0) return <EmptyState text={T('chartEmpty')} />;
  const words = barsText(bars);
  return (
    <figure className={css['chart']}>
      <figcaption>
        <span aria-live="polite">{words}</span>
        <Button size="small" onClick={() => setTable(!isTable)}>
          {T(isTable ? 'picture' : 'table')}
        </Button>
      </figcaption>
      {isTable ? (
        <div className={css['scroll']}>
          <Table bars={bars} kinds={kinds} />
        </div>
      ) : (
        <>
          <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={words} className={css['picture']}>
            <defs>
              {kinds.map((kind) => (
                <Pattern key={kind} id={id} kind={kind} />
              ))}
            </defs>
            <line
              x1={size.left}
              x2={size.width - size.left}
              y1={size.top + room}
              y2={size.top + room}
              className={css['ground']}
            />
            {bars.map((bar, at) => (
              <Bar key={bar.month} bar={bar} at={at} most={most} kinds={kinds} id={id} />
            ))}
          </svg>
          <Legend bars={bars} kinds={kinds} id={id} />
        </>
      )}
    </figure>
  );
}
