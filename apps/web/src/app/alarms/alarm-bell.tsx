import BellOutlined from '@ant-design/icons/es/icons/BellOutlined';
import { shellPermissions } from '@kangmai/model/menu';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Popover } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { formatAgo, formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import frame from '../frame/frame.module.css';

import { AccessAlertRows, useOpenAccessAlerts } from './access-alerts.tsx';
import { loudFrom } from './alarm-burst.ts';
import { openAlarmCountQuery, latestAlarmsQuery, type Alarm } from './alarm-data.ts';
import { LevelTag, lineOf } from './alarm-parts.tsx';
import { playAlarm } from './alarm-sound.ts';
import css from './alarms.module.css';
import { useAlarmTarget } from './use-alarm-target.ts';

const mostShown = 99;
const shownCount = (count: number): string => (count > mostShown ? `${mostShown}+` : String(count));

const errorText = (error: unknown): string | null => (error instanceof Error ? error.message : null);

export function AlarmRows({ alarms, target }: { alarms: readonly Alarm[]; target: string | undefined }) {
  const navigate = useNavigate();
  if (alarms.length === 0) return <EmptyState text={L('frame.alarmsNone')} />;
  return (
    <ul className={css['rows']}>
      {alarms.map((alarm) => (
        <li key={alarm.id} className={css['alarm']}>
          <LevelTag level={alarm.level} />
          {target ? (
            <Button
              type="link"
              size="small"
              className={css['line'] ?? ''}
              onClick={() => void navigate(`${target}?id=${alarm.id}`)}
            >
              {lineOf(alarm)}
            </Button>
          ) : (
            <span className={css['line']}>{lineOf(alarm)}</span>
          )}
          <span className={css['time']} title={L('alarm.latest', { time: formatMinute(alarm.latestAt) })}>
            {formatAgo(alarm.valueTime ?? alarm.latestAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Latest({ target }: { target: string | undefined }) {
  const isOn = useCan(shellPermissions.alarms);
  const { data, error, refetch } = useQuery({ ...latestAlarmsQuery, enabled: isOn });
  if (!isOn) return null;
  if (error) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />;
  return data ? <AlarmRows alarms={data} target={target} /> : <LoadingState />;
}

/** Content of the popup. Mouse presses keep the focus on the bell, else the popup closes before the click arrives. */
function Shown({ target }: { target: string | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps the focus where it is
    <div className={css['popover']} onMouseDown={(event) => event.preventDefault()}>
      <AccessAlertRows />
      <Latest target={target} />
    </div>
  );
}

/** Bell with the number of unhandled abnormal data. Hover shows the last ten, a click opens the list. */
export function AlarmBell() {
  const { data } = useQuery({ ...openAlarmCountQuery, enabled: useCan(shellPermissions.alarms) });
  const access = useOpenAccessAlerts();
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const target = useAlarmTarget();
  const count = (data?.unhandled ?? 0) + access.count;
  const openAlarms = (): void => {
    if (!target) return setOpen(!isOpen);
    setOpen(false);
    void navigate(target);
  };

  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['hover', 'focus']}
      placement="bottomRight"
      title={
        <div className={css['popoverHead']}>
          {L('home.recent')}
          <Button type="link" size="small" onClick={() => playAlarm(loudFrom)}>
            {L('alarm.trySound')}
          </Button>
        </div>
      }
      content={<Shown target={target} />}
    >
      <Button
        type="text"
        className={frame['tool'] ?? ''}
        aria-label={count > 0 ? L('frame.alarmsCount', { n: shownCount(count) }) : L('frame.alarms')}
        onClick={openAlarms}
        icon={
          <Badge count={count} overflowCount={mostShown} size="small" offset={[0, -4]}>
            <BellOutlined className={css['bell'] ?? ''} />
          </Badge>
        }
      />
    </Popover>
  );
}
