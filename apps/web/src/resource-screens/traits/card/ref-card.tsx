import { Popover } from 'antd';

import css from './card.module.css';
import { useCards } from './use-cards.ts';

import type { RowCard } from '../../../resource-client/cards.ts';

function Facts({ displayName, facts }: RowCard) {
  return (
    <div className={css['card']}>
      <strong translate="no">{displayName}</strong>
      <dl className={css['facts']}>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface RefCardProps {
  readonly target: string;
  readonly id: number;
  /** Rows whose cards travel in the same call, such as those of a page. */
  readonly among: readonly number[];
}

/** The card of a row over the link that holds it, which so keeps its focus; nothing while unknown. */
export function RefCard({ target, id, among }: RefCardProps) {
  const card = useCards(target, among.includes(id) ? among : [id]).get(id);
  return (
    // It stands inside the link, so a click on it would follow the link: the pointer passes through.
    <Popover
      classNames={{ root: css['passed'] ?? '' }}
      open={card !== undefined}
      placement="topLeft"
      content={card && <Facts {...card} />}
    >
      <span className={css['over']} aria-hidden="true" />
    </Popover>
  );
}
