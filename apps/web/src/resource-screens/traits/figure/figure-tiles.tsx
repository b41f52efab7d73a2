import { figures, type FigureName } from '@kangmai/model/figures';
import { choicesOf, fieldOf, type AnyResource, type Figure } from '@kangmai/resource';
import { Link } from 'react-router';

import { choiceLabel } from '../../../lib/labels.ts';
import { formatMoney, formatNumber } from '../../../lib/units.ts';
import { ShareBar } from '../../../ui/share-bar.tsx';
import { figureAddress } from './figure-address.ts';
import css from './figure.module.css';

import type { ReactNode } from 'react';
import type { CountedFigure } from '../../../resource-client/figures.ts';

export type Counted = Readonly<Partial<Record<FigureName, CountedFigure>>>;

function shownValue({ measure }: Figure, { value, isCapped }: Pick<CountedFigure, 'value' | 'isCapped'>): string {
  return measure === 'count' ? formatNumber(value) + (isCapped ? '+' : '') : formatMoney(value);
}

const Opening = ({
  to,
  label,
  children,
}: {
  readonly to: string | undefined;
  readonly label: string;
  readonly children: ReactNode;
}) =>
  to === undefined ? (
    children
  ) : (
    <Link to={to} aria-label={label}>
      {children}
    </Link>
  );

function Tile({ name, counted }: { readonly name: FigureName; readonly counted: CountedFigure }) {
  const figure: Figure = figures[name];
  const [label, shown] = [choiceLabel(figure), shownValue(figure, counted)];
  return (
    <div data-figure={name}>
      <dt>{label}</dt>
      <dd className={css['number']}>
        <Opening to={figureAddress(figure)} label={`${label} ${shown}`}>
          {shown}
        </Opening>
      </dd>
    </div>
  );
}

/** Figures with their links to the rows that they count; those that the user may not see are left out. */
export function FigureTiles({ names, counted }: { readonly names: readonly FigureName[]; readonly counted: Counted }) {
  return (
    <dl className={css['tiles']}>
      {names.map((name) => {
        const one = counted[name];
        return one ? <Tile key={name} name={name} counted={one} /> : null;
      })}
    </dl>
  );
}

const looks = [
  { color: 'var(--c-success)', shape: 'M7 1 L13 7 L7 13 L1 7 Z' },
  { color: 'var(--c-primary)', shape: 'M7 1 A6 6 0 1 1 6.9 1 Z' },
  { color: 'var(--c-control)', shape: 'M1 1 H13 V13 H1 Z' },
  { color: 'var(--c-warning)', shape: 'M7 1 L13 13 H1 Z' },
  { color: 'var(--c-error)', shape: 'M1 5 H5 V1 H9 V5 H13 V9 H9 V13 H5 V9 H1 Z' },
] as const;
const lookOf = (at: number) => looks[at % looks.length] ?? looks[0];

interface PartsProps {
  readonly name: FigureName;
  readonly resource: AnyResource;
  readonly counted: CountedFigure;
}

/** A figure divided by a choice: its shares as one bar, each with its number and its link. */
export function FigureParts({ name, resource, counted }: PartsProps) {
  const figure: Figure = figures[name];
  const { by = '' } = figure;
  const choices = choicesOf(fieldOf(resource, by));
  const parts = counted.parts.flatMap((part, at) => {
    const choice = choices.read(part.code);
    const entry = choice === undefined ? undefined : choices.entries[choice];
    if (choice === undefined || !entry) return [];
    return [
      { choice, label: `${choiceLabel(entry)} ${shownValue(figure, part)}`, value: part.value, look: lookOf(at) },
    ];
  });
  return (
    <>
      <ShareBar parts={parts.map(({ choice, value, look }) => ({ key: choice, value, color: look.color }))} />
      <ul className={css['parts']}>
        {parts.map(({ choice, label, look }) => (
          <li key={choice} data-part={choice}>
            <svg width="14" height="14" aria-hidden="true">
              <path d={look.shape} fill={look.color} />
            </svg>
            <Opening to={figureAddress(figure, choice)} label={label}>
              {label}
            </Opening>
          </li>
        ))}
      </ul>
    </>
  );
}
