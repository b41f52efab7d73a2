import { expect, test } from 'vitest';
import { WorkClock, type Usage } from './work-clock.ts';

/** A clock of 60 s on a machine whose time is set by hand. */
function clockAt(): { readonly clock: WorkClock; readonly set: (usage: Usage) => void } {
  let now: Usage = { passedMs: 1000, computedMs: 500 };
  return {
    clock: new WorkClock(60_000, () => now),
    set: (usage) => {
      now = usage;
    },
  };
}

test('work is over when it has computed for as long as it may', () => {
  const { clock, set } = clockAt();
  set({ passedMs: 60_000, computedMs: 60_000 });
  expect(clock.isOver()).toBe(false);
  set({ passedMs: 61_500, computedMs: 61_500 });
  expect(clock.isOver()).toBe(true);
});

test('time in which a busy machine let it compute little does not count', () => {
  const { clock, set } = clockAt();
  set({ passedMs: 500_000, computedMs: 50_000 });
  expect(clock.isOver()).toBe(false);
});

test('what other threads compute meanwhile counts no more than the time that passed', () => {
  const { clock, set } = clockAt();
  set({ passedMs: 50_000, computedMs: 100_000 });
  expect(clock.isOver()).toBe(false);
});

test('each sign of the work restarts the count', () => {
  const { clock, set } = clockAt();
  set({ passedMs: 59_000, computedMs: 59_000 });
  clock.reset();
  set({ passedMs: 110_000, computedMs: 110_000 });
  expect(clock.isOver()).toBe(false);
});

test('work that no longer computes is over at last', () => {
  const { clock, set } = clockAt();
  set({ passedMs: 700_000, computedMs: 500 });
  expect(clock.isOver()).toBe(true);
});
