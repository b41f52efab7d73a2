import AlertFilled from '@ant-design/icons/es/icons/AlertFilled';
import { Button } from 'antd';
import { memo } from 'react';

import { T } from '../../features/alerts/call-texts.ts';
import { formatSpan } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';

import { LevelTag } from './alarm-parts.tsx';
import css from './sos-popup.module.css';

import type { UrgentCall } from './sos-calls.ts';

const secondMs = 1000;
const shortMs = 120_000;
const critical = 4;
/** More than these only count: in a storm each would be drawn again every second. */
const mostListed = 20;

/** How long a call waits, in seconds at first. */
function waitedText(at: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(at));
  const span = ms < shortMs ? T('seconds', { n: Math.floor(ms / secondMs) }) : formatSpan(ms);
  return T('waited', { span });
}

export function Waited({ at }: { readonly at: string }) {
  const now = useNow(secondMs);
  return (
    <strong role="timer" className={css['waited']}>
      {waitedText(at, now)}
    </strong>
  );
}

function WaitedWords({ at }: { readonly at: string }) {
  return waitedText(at, useNow(secondMs));
}

interface OtherProps {
  readonly call: UrgentCall;
  readonly onChoose: (key: string) => void;
}

const Other = memo(function Other({ call: { key, kind, name, unitName, at }, onChoose }: OtherProps) {
  const words = [T(kind === 'case' ? 'critical' : 'title'), name || T('unbound'), ...(unitName ? [unitName] : [])];
  return (
    <li>
      <Button type="text" onClick={() => onChoose(key)}>
        <LevelTag level={critical} />
        <span>
          {words.join(' · ')} · <WaitedWords at={at} />
        </span>
      </Button>
    </li>
  );
});

interface OthersProps extends Pick<OtherProps, 'onChoose'> {
  readonly calls: readonly UrgentCall[];
}

/** The emergencies that wait beside the displayed one. */
export function Others({ calls, onChoose }: OthersProps) {
  if (calls.length === 0) return null;
  return (
    <section aria-label={T('queue')} className={css['others']}>
      <h3>
        <span role="status">{T('others', { n: calls.length })}</span>
      </h3>
      <ul>
        {calls.slice(0, mostListed).map((call) => (
          <Other key={call.key} call={call} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

interface BarProps {
  readonly count: number;
  /** The one that waits longest. */
  readonly first: UrgentCall | undefined;
  readonly onBack: () => void;
}

/** What waits while no emergency covers the page. */
export function WaitingBar({ count, first, onBack }: BarProps) {
  return (
    <div role="alert" className={css['line']}>
      <AlertFilled aria-hidden="true" /> {T('waiting', { n: count })}
      {first?.unitName && <span className={css['unit']}>{first.unitName}</span>}
      {first && <Waited at={first.at} />}
      <Button size="small" onClick={onBack}>
        {T('back')}
      </Button>
    </div>
  );
}
