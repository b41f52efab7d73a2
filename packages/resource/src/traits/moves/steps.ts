import type { AnyResource } from '../../define-resource.ts';
import { movesOf, statesOf } from './moves.ts';

/** A state of a row as a step. `brokenOff` is an end off the usual way, such as cancelled. */
export interface RowStep {
  readonly name: string;
  readonly place: 'passed' | 'present' | 'ended' | 'brokenOff' | 'ahead';
}

/**
 * The states of a row as steps: the usual way with the present state on it. A state off the way stands behind the first
 * state that leads to it, and takes the place of what it leaves out.
 * @example stepsOf(deviceCommand, 'cancelled') // queued passed, cancelled brokenOff
 */
export function stepsOf(resource: AnyResource, state: string): readonly RowStep[] {
  const { names, entries } = statesOf(resource);
  const moves = movesOf(resource).map(([, move]) => move);
  const usual = names.filter((name) => entries[name]?.aside !== true);
  const isEnd = moves.every(({ from, to }) => to === state || !from.includes(state));
  const steps = (list: readonly string[], place: RowStep['place']): readonly RowStep[] =>
    list.map((name) => ({ name, place }));
  const at = usual.indexOf(state);
  if (at >= 0)
    return [
      ...steps(usual.slice(0, at), 'passed'),
      { name: state, place: isEnd ? 'ended' : 'present' },
      ...steps(usual.slice(at + 1), 'ahead'),
    ];
  const left = usual.findIndex((name) => moves.some(({ from, to }) => to === state && from.includes(name)));
  const place = !isEnd ? 'present' : entries[state]?.tone === 'good' ? 'ended' : 'brokenOff';
  return [
    ...steps(usual.slice(0, left + 1), 'passed'),
    { name: state, place },
    ...(isEnd ? [] : steps(usual.slice(left + 1), 'ahead')),
  ];
}
