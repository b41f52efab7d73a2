import { bedStates } from '@kangmai/model/facility';

import { choiceLabel } from '../../lib/labels.ts';
import css from './facility.module.css';
import { T } from './facility-texts.ts';

import type { DragEvent } from 'react';
import type { BedNode } from '../../resource-client/buildings.ts';
import type { BedMoves } from './use-move-bed.ts';

const shapes = { free: '◆', reserved: '●', occupied: '○', repair: '■' } as const;

interface BedProps {
  readonly bed: BedNode;
  readonly moves: BedMoves;
  readonly mayMove: boolean;
  readonly isOpen: boolean;
}

const isResident = ({ state, clientName }: BedNode): boolean => state === 'occupied' && clientName !== null;
const canTake = ({ state }: BedNode): boolean => state === 'free' || state === 'reserved';
const wordOf = ({ state, clientName }: BedNode): string =>
  state === 'occupied' ? (clientName ?? T('someone')) : choiceLabel(bedStates.entries[state]);

function Words({ bed }: Pick<BedProps, 'bed'>) {
  return (
    <>
      <span aria-hidden="true" className={css['shape']}>
        {shapes[bed.state]}
      </span>
      <span className={css['number']}>{T('bedOf', { bed: bed.bedNo })}</span>
      <span className={css['who']} {...(isResident(bed) && { translate: 'no' })}>
        {wordOf(bed)}
      </span>
    </>
  );
}

function Resident({ bed, moves: { chosen, choose } }: Pick<BedProps, 'bed' | 'moves'>) {
  const isChosen = chosen?.id === bed.id;
  const start = (event: DragEvent): void => {
    event.dataTransfer.setData('text/plain', String(bed.id));
    choose(bed);
  };
  return (
    <button
      type="button"
      className={`${css['bed']} ${isChosen ? css['chosen'] : ''}`}
      draggable
      aria-pressed={isChosen}
      onDragStart={start}
      onDragEnd={() => choose(null)}
      onClick={() => choose(isChosen ? null : bed)}
    >
      <Words bed={bed} />
    </button>
  );
}

export function BedButton({ bed, moves, mayMove, isOpen }: BedProps) {
  if (mayMove && isResident(bed)) return <Resident bed={bed} moves={moves} />;
  const isTarget = moves.chosen !== null && isOpen && canTake(bed);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    if (isTarget) moves.moveTo(bed);
  };
  return (
    <button
      type="button"
      className={`${css['bed']} ${css[bed.state]} ${isTarget ? css['target'] : ''}`}
      disabled={!isTarget}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={drop}
      onClick={() => moves.moveTo(bed)}
    >
      <Words bed={bed} />
    </button>
  );
}
