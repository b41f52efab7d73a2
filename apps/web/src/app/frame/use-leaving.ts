import { App } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { disconnectRealtime } from '../../lib/realtime/realtime.ts';
import { signOut } from '../../lib/session/sign-in.ts';
import { useTabs } from '../tabs/tabs-store.ts';
import { useLeaveQuestion } from '../tabs/use-leave-question.ts';

interface Leaving {
  mayLeave: () => Promise<boolean>;
  leave: () => Promise<void>;
  goBack: () => Promise<void>;
}

export function useLeaving(): Leaving {
  const { notification } = App.useApp();
  const ask = useLeaveQuestion();
  const mayLeave = async (): Promise<boolean> => {
    if (!(await ask())) return false;
    useTabs.setState({ dirty: new Set() });
    return true;
  };
  const leaveSession = async (): Promise<void> => {
    if (!(await mayLeave())) return;
    disconnectRealtime();
    await signOut();
  };
  const leaveImpersonation = async (): Promise<void> => {
    if (!(await mayLeave())) return;
    const { backToOwnAccount } = await import('../../features/account/back-to-own-account.ts');
    await backToOwnAccount().catch((error: unknown) =>
      notification.error({ title: L('frame.backFailed'), description: error instanceof Error ? error.message : '' }),
    );
  };
  return { mayLeave, leave: leaveSession, goBack: leaveImpersonation };
}
