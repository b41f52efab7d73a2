import { alarmLevels } from '@kangmai/model/shared';
import { Alert } from 'antd';

import { formatMinute } from '../../lib/dates.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { RefLink } from '../../resource-screens/traits/card/ref-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import css from './bench.module.css';
import { N } from './bench-texts.ts';

import type { ReactNode } from 'react';
import type { Behind, BenchFound, BothSides } from './bench-client.ts';

const sides = ['existing', 'proposed'] as const;

interface Line extends BothSides {
  readonly key: number;
  readonly name: ReactNode;
}

interface TableProps {
  readonly title: string;
  readonly what: string;
  readonly lines: readonly Line[];
}

/** Both sides of a bench as bars beside each other, with their numbers. */
function BarTable({ title, what, lines }: TableProps) {
  const most = Math.max(1, ...lines.flatMap(({ existing, proposed }) => [existing, proposed]));
  if (lines.length === 0) return null;
  return (
    <table className={css['table']}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {N(side)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, ...both }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {sides.map((side) => (
              <td key={side}>
                <span className={css['figure']}>
                  <span className={css['number']}>{both[side]}</span>
                  <span className={css['track']} aria-hidden="true">
                    <span
                      className={`${css['bar']} ${css[side]}`}
                      style={{ display: 'block', width: `${(both[side] / most) * 100}%` }}
                    />
                  </span>
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const levelWord = (level: number): string => {
  const name = alarmLevels.read(level);
  return name ? choiceLabel(alarmLevels.entries[name]) : String(level);
};

const whole = (lines: readonly BothSides[], side: (typeof sides)[number]): number =>
  lines.reduce((sum, line) => sum + line[side], 0);

interface ResultProps {
  readonly found: BenchFound;
  readonly isRunning: boolean;
  readonly behind: Behind;
  readonly onAsk: (behind: Behind) => void;
}

const dayMs = 86_400_000;
const daysFrom = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / dayMs;

const tenths = (n: number): number => Math.round(n * 10) / 10;

/** Nothing is kept of the whole time of a bench about silence, so its zeros say nothing. */
const isUncovered = ({ coveredSince, until }: BenchFound): boolean => coveredSince !== null && coveredSince >= until;

/** Says how much of its time a bench about silence covers, where devices were not noted throughout. */
function Coverage({ found }: { readonly found: BenchFound }) {
  const { since, until, coveredSince } = found;
  if (coveredSince === null || coveredSince <= since) return null;
  const [all, covered] = [Math.round(daysFrom(since, until)), daysFrom(coveredSince, until)];
  const when = formatMinute(coveredSince);
  const part =
    covered < 1
      ? N('partlyHours', { when, n: Math.max(0.1, tenths(covered * 24)), all })
      : N('partly', { when, n: tenths(covered), all });
  return <Alert type="warning" showIcon title={isUncovered(found) ? N('uncovered', { all }) : part} />;
}

function Notes({ found, isRunning }: Pick<ResultProps, 'found' | 'isRunning'>) {
  const { ruleVersion, createdAt, outOfSight, beyondLimit, checkedPeople, plannedPeople } = found;
  const when = formatMinute(createdAt);
  const notes = [
    ruleVersion === null ? N('whenDraft', { when }) : N('when', { when, version: ruleVersion }),
    ...(!isRunning && checkedPeople < plannedPeople ? [N('stopped', { n: checkedPeople })] : []),
    ...(outOfSight > 0 ? [N('outOfSight', { n: outOfSight })] : []),
    ...(beyondLimit > 0 ? [N('beyondLimit', { n: beyondLimit })] : []),
  ];
  return notes.map((note) => (
    <p key={note} className={css['note']}>
      {note}
    </p>
  ));
}

/** What a bench found: both sides by level, hour and product, and the people behind a number. */
export function BenchResult({ found, isRunning, behind, onAsk }: ResultProps) {
  const { levels, hours, products, people, peopleConcerned } = found;
  const asking = (word: string, next: Behind): ReactNode => (
    <LinkButton aria-label={N('peopleOf', { what: word })} onClick={() => onAsk(next)}>
      {word}
    </LinkButton>
  );
  const productWord = (name: string | null): string => name ?? N('byHand');
  const product = products.find(({ productId }) => productId === behind.productId);
  const narrowed = [
    ...(behind.level === undefined ? [] : [levelWord(behind.level)]),
    ...(behind.hour === undefined ? [] : [N('hourOf', { n: behind.hour })]),
    ...(product ? [productWord(product.productName)] : []),
  ];
  return (
    <>
      {!isUncovered(found) && (
        <p className={css['sum']} role="status">
          {N('sum', {
            existing: whole(levels, 'existing'),
            proposed: whole(levels, 'proposed'),
            people: peopleConcerned,
          })}
        </p>
      )}
      <Coverage found={found} />
      <Notes found={found} isRunning={isRunning} />
      <div className={css['parts']}>
        <BarTable
          title={N('byLevel')}
          what={N('level')}
          lines={levels.map(({ level, ...both }) => ({
            key: level,
            name: asking(levelWord(level), { level }),
            ...both,
          }))}
        />
        <BarTable
          title={N('byProduct')}
          what={N('product')}
          lines={products.map(({ productId, productName, ...both }) => ({
            key: productId,
            name: asking(productWord(productName), { productId }),
            ...both,
          }))}
        />
        <BarTable
          title={N('byHour')}
          what={N('hour')}
          lines={hours.map(({ hour, ...both }) => ({
            key: hour,
            name: asking(N('hourOf', { n: hour }), { hour }),
            ...both,
          }))}
        />
        <div>
          <BarTable
            title={narrowed.length > 0 ? N('peopleOf', { what: narrowed.join('') }) : N('people')}
            what={N('person')}
            lines={people.map(({ userId, userName, ...both }) => ({
              key: userId,
              name: (
                <RefLink target="client" id={userId}>
                  {userName}
                </RefLink>
              ),
              ...both,
            }))}
          />
          {narrowed.length === 0 && peopleConcerned > people.length && (
            <p className={css['note']}>{N('morePeople', { n: people.length })}</p>
          )}
          {narrowed.length > 0 && <LinkButton onClick={() => onAsk({})}>{N('everybody')}</LinkButton>}
        </div>
      </div>
    </>
  );
}
