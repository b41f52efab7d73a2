import { accessAlertPath, shellCalls, shellPermissions } from '@kangmai/model/menu';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useNavigate } from 'react-router';

import { api } from '../../lib/api/api.ts';
import { countsKey, queryClient } from '../../lib/api/query-client.ts';
import { formatAgo } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import css from './alarms.module.css';
import { OpenButton } from './notice-actions.tsx';

import type { LiveEvents } from '@kangmai/model/events';

interface AccessAlert extends Pick<LiveEvents['accessalert'], 'id' | 'kind' | 'userName' | 'count'> {
  readonly lastAt: string;
}

const openAlertsQuery = queryOptions({
  queryKey: [countsKey, 'accessAlerts'],
  queryFn: ({ signal }) =>
    api.get<{ readonly totalCount: number; readonly items: readonly AccessAlert[] }>(
      shellCalls.accessAlerts,
      { stateFilter: 'open', MaxResultCount: 5 },
      { signal },
    ),
});

const lineOf = ({ kind, userName, count }: Pick<AccessAlert, 'kind' | 'userName' | 'count'>): string =>
  L(`access.${kind}`, { name: userName, n: count });

/** Access alerts that nobody has reviewed; empty for users who do not supervise access. */
export function useOpenAccessAlerts(): { readonly count: number; readonly alerts: readonly AccessAlert[] } {
  const isOn = useCan(shellPermissions.security);
  const { data } = useQuery({ ...openAlertsQuery, enabled: isOn });
  return isOn && data ? { count: data.totalCount, alerts: data.items } : { count: 0, alerts: [] };
}

export function AccessAlertRows() {
  const { alerts } = useOpenAccessAlerts();
  const navigate = useNavigate();
  if (alerts.length === 0) return null;
  return (
    <section aria-label={L('access.title')}>
      <ul className={css['rows']}>
        {alerts.map((alert) => (
          <li key={alert.id} className={css['alarm']}>
            <StatusTag tone="error">{L('access.tag')}</StatusTag>
            <Button
              type="link"
              size="small"
              className={css['line'] ?? ''}
              onClick={() => void navigate(`${accessAlertPath}?id=${alert.id}`)}
            >
              {lineOf(alert)}
            </Button>
            <span className={css['time']}>{formatAgo(alert.lastAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function AccessAlertNotices() {
  const { notification } = App.useApp();
  const navigate = useNavigate();
  useRealtime('accessalert', (alert) => {
    void queryClient.invalidateQueries({ queryKey: openAlertsQuery.queryKey });
    const key = `access.${alert.id}`;
    const openAlert = (): void => {
      notification.destroy(key);
      void navigate(`${accessAlertPath}?id=${alert.id}`);
    };
    notification.warning({
      key,
      role: 'status',
      title: L('access.title'),
      description: lineOf(alert),
      duration: 0,
      onClick: openAlert,
      style: { cursor: 'pointer' },
      actions: <OpenButton onOpen={openAlert} />,
    });
  });
  return null;
}
