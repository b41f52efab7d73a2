import { Button } from 'antd';

import { accessEndsAt } from '../../lib/auth-tokens.ts';
import { formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';

import css from './frame.module.css';
import { useLeaving } from './use-leaving.ts';

/** Names the impersonated and the real user, the end of the impersonation and the way back. */
export function ImpersonationBar() {
  const userName = useSession((session) => session.user?.userName ?? '');
  const impersonator = useSession((session) => session.impersonator);
  const endsAt = accessEndsAt();
  const { goBack } = useLeaving();
  return (
    <div className={css['bar']} role="region" aria-label={L('frame.impersonation')}>
      <span>{L('frame.impersonated', { user: userName })}</span>
      {impersonator && (
        <span>
          {L('frame.impersonator', { name: impersonator.userName, tenant: impersonator.tenant ?? L('frame.platform') })}
        </span>
      )}
      {endsAt !== null && <span>{L('frame.impersonatedUntil', { time: formatMinute(endsAt) })}</span>}
      <Button size="small" onClick={() => void goBack()}>
        {L('frame.back')}
      </Button>
    </div>
  );
}
