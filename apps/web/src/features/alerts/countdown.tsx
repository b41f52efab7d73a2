import { useNow } from '../../lib/use-now.ts';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Seconds as `3:05` or `1:02:03`. */
export function formatClockSpan(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Time until an instant; empty when it has come. */
export function clockUntil(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds > 0 ? formatClockSpan(seconds) : '';
}

/** Counts down to the next step of a case; renders itself alone. */
export function Countdown({ until, step }: { readonly until: Date; readonly step: string }) {
  const time = clockUntil(until.getTime() - useNow(1000));
  return (
    <span className={css['due']} title={step}>
      {time || T('dueNow')}
    </span>
  );
}
