import { Button } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';

import css from './frame.module.css';
import { useLeaving } from './use-leaving.ts';

/** Under whose name one acts, who one is, and the way back. */
export function ImpersonationBar() {
  const userName = useSession((session) => session.user?.userName ?? '');
  const impersonator = useSession((session) => session.impersonator);
  const { goBack } = useLeaving();
  return (
    <div className={css['bar']} role="region" aria-label={L('frame.impersonation')}>
      <span>{L('frame.impersonated', { user: userName })}</span>
      {impersonator && <span>{L('frame.impersonator', { name: impersonator.userName, tenant: impersonator.tenant ?? L('frame.platform') })}</span>}
      <Button size="small" onClick={() => void goBack()}>{L('frame.back')}</Button>
    </div>
  );
}
