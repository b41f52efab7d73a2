import { bedStates } from '@kangmai/model/facility';

import { choiceLabel } from '../../lib/labels.ts';
import css from './facility.module.css';
import { T } from './facility-texts.ts';

import type { BedNode } from '../../resource-client/buildings.ts';
import type { BedMoves } from './use-move-bed.ts';

const shapes = { free: '◆', reserved: '●', occupied: '○', repair: '■' } as const;

interface BedProps {
  readonly bed: BedNode;
  readonly moves: BedMoves;
  readonly mayMove: boolean;
  readonly isOpen: boolean;
}

export function BedButton({ bed, moves, mayMove, isOpen }: BedProps) {
  const { chosen, choose, moveTo } = moves;
  const name = bed.clientName ?? T('someone');
  const isResident = bed.state === 'occupied' && bed.clientName !== null;
  const isTarget = chosen !== null && isOpen && (bed.state === 'free' || bed.state === 'reserved');
  const isChosen = chosen?.id === bed.id;
  const canMove = mayMove && isResident;
  return (
    <button
      type="button"
      className={`${css['bed']} ${css[bed.state]} ${isTarget ? css['target'] : ''} ${isChosen ? css['chosen'] : ''}`}
      disabled={!canMove && !isTarget}
      draggable={canMove}
      aria-pressed={canMove ? isChosen : undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', String(bed.id));
        choose(bed);
      }}
      onDragEnd={() => choose(null)}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (isTarget) moveTo(bed);
      }}
      onClick={() => (isTarget ? moveTo(bed) : choose(isChosen ? null : bed))}
    >
      <span aria-hidden="true" className={css['shape']}>
        {shapes[bed.state]}
      </span>
      <span className={css['number']}>{T('bedOf', { bed: bed.bedNo })}</span>
      <span className={css['who']} {...(isResident && { translate: 'no' })}>
        {bed.state === 'occupied' ? name : choiceLabel(bedStates.entries[bed.state])}
      </span>
    </button>
  );
}
