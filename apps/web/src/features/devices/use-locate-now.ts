import { deviceCommand } from '@kangmai/model/devices';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';

import { getRow } from '../../resource-client/calls.ts';
import { T } from './device-texts.ts';
import { useSendCommand } from './use-send-command.ts';

const longestMs = 60_000;
const askEveryMs = 2000;

interface Waiting {
  readonly id: number;
  readonly until: number;
}

/** Requests the position of a device and waits up to a minute for the answer. */
export function useLocateNow(
  imei: string,
  onLocated: () => void,
): { readonly isWaiting: boolean; readonly start: () => void } {
  const { message } = App.useApp();
  const send = useSendCommand({ isQuiet: true });
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const { data } = useQuery({
    queryKey: ['command', waiting?.id],
    enabled: waiting !== null,
    refetchInterval: askEveryMs,
    queryFn: ({ signal }) => getRow(deviceCommand, waiting?.id ?? 0, signal),
  });
  const ended = useEffectEvent((isDone: boolean, reason: string | null) => {
    setWaiting(null);
    onLocated();
    if (isDone) message.success(T('located'));
    else message.warning(reason === null ? T('notLocated') : T('locateFailed', { reason }));
  });
  const state = data?.values.state;
  const reason = data?.values.failReason ?? '';
  useEffect(() => {
    if (waiting && state !== undefined && state !== 'queued' && state !== 'sent') ended(state === 'done', reason);
  }, [waiting, state, reason]);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => ended(false, null), Math.max(0, waiting.until - Date.now()));
    return () => clearTimeout(timer);
  }, [waiting]);
  const requestPosition = (): void =>
    send.mutate({ imei, command: 'locate' }, { onSuccess: (id) => setWaiting({ id, until: Date.now() + longestMs }) });
  return { isWaiting: waiting !== null || send.isPending, start: requestPosition };
}
