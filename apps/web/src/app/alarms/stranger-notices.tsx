import { quarantinePath, shellPermissions } from '@kangmai/model/menu';
import { App } from 'antd';
import { useNavigate } from 'react-router';

import { formatClock } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { useFirstOpenable } from '../navigation/use-routes.ts';

import { playAlarm } from './alarm-sound.ts';
import { OpenButton } from './notice-actions.tsx';

const loudest = 4;

function Listening() {
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const target = useFirstOpenable([quarantinePath]);
  useRealtime('strangeralarm', ({ imei, source, event, time }) => {
    const key = `stranger.${imei}`;
    const openQuarantine = (): void => {
      notification.destroy(key);
      if (target) void navigate(target);
    };
    playAlarm(loudest);
    notification.error({
      key,
      role: 'alert',
      title: L(event === 'fall' ? 'stranger.fall' : 'stranger.sos'),
      description: L('stranger.line', { imei, source, time: formatClock(time) }),
      duration: 0,
      actions: target && <OpenButton onOpen={openQuarantine} />,
      ...(target && { onClick: openQuarantine, style: { cursor: 'pointer' } }),
    });
  });
  return null;
}

export function StrangerNotices() {
  return useCan(shellPermissions.sos) ? <Listening /> : null;
}
