import { shellCalls, shellPermissions } from '@kangmai/model/menu';
import { App, Button, type ButtonProps } from 'antd';
import { useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { countsKey, queryClient } from '../../lib/api/query-client.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';

import css from './alarms.module.css';
import { useAlarmTarget } from './use-alarm-target.ts';

interface NoticeButtonProps extends Pick<ButtonProps, 'type' | 'loading'> {
  readonly text: string;
  readonly onPress: () => void;
}

// A click anywhere else on a notice opens what it tells about.
const NoticeButton = ({ text, onPress, ...look }: NoticeButtonProps) => (
  <Button
    {...look}
    size="small"
    onClick={(event) => {
      event.stopPropagation();
      onPress();
    }}
  >
    {text}
  </Button>
);

export const OpenButton = ({ onOpen }: { readonly onOpen: () => void }) => (
  <NoticeButton type="primary" text={L('alarm.open')} onPress={onOpen} />
);

function ClaimButton({ id, onClaimed }: { readonly id: number; readonly onClaimed: () => void }) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const [isBusy, setBusy] = useState(false);
  const mayClaim = useCan(shellPermissions.alarmClaim);
  if (!mayClaim) return null;
  const claim = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post(shellCalls.alarmClaim, { id });
      message.success(L('alarm.claimed'));
      onClaimed();
      void queryClient.invalidateQueries({ queryKey: [countsKey] });
    } catch (error) {
      tell(error);
      setBusy(false);
    }
  };
  return <NoticeButton loading={isBusy} text={L('alarm.claim')} onPress={() => void claim()} />;
}

interface AlarmActionsProps {
  readonly id: number;
  readonly isFolded: boolean;
  readonly onClose: () => void;
  readonly onOpen: () => void;
}

export function AlarmActions({ id, isFolded, onClose, onOpen }: AlarmActionsProps) {
  const target = useAlarmTarget();
  return (
    <div className={css['noticeActions']}>
      {!isFolded && <ClaimButton id={id} onClaimed={onClose} />}
      {target && <OpenButton onOpen={onOpen} />}
    </div>
  );
}
