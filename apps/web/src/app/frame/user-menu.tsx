import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined';
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { Button, Dropdown } from 'antd';

import { disconnectRealtime } from '../../lib/realtime/realtime.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';
import { signOut } from '../../lib/session/sign-in.ts';
import { useTabs } from '../tabs/tabs-store.ts';
import { useLeaveQuestion } from '../tabs/use-leave-question.ts';

import css from './frame.module.css';

import type { SessionUser } from '../../lib/session/session.types.ts';
import type { ReactNode } from 'react';

/** Chinese names stand together, family name first; many accounts keep the whole name in one field. */
function fullName({ surname, name }: SessionUser): string {
  if (surname === '' || name.startsWith(surname)) return name;
  return /[一-鿿]/.test(surname + name) ? `${surname}${name}` : `${name} ${surname}`;
}

function WhoAmI() {
  const user = useSession((session) => session.user);
  const tenant = useSession((session) => session.tenant?.name);
  if (!user) return null;
  return (
    <div className={css['who']}>
      <strong>{fullName(user)}</strong>
      <span>{user.emailAddress}</span>
      <span>{tenant ?? L('frame.host')}</span>
      {user.roles.length > 0 && <span>{L('frame.roles', { names: user.roles.join('、') })}</span>}
    </div>
  );
}

const withPerson = (menu: ReactNode) => (
  <div className={css['userPopup']}>
    <WhoAmI />
    {menu}
  </div>
);

/** Name, roles and the way out. */
export function UserMenu() {
  const user = useSession((session) => session.user);
  const mayLeave = useLeaveQuestion();
  if (!user) return null;
  const leave = async (): Promise<void> => {
    if (!(await mayLeave())) return;
    useTabs.setState({ dirty: new Set() });
    disconnectRealtime();
    await signOut();
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: [{ key: 'signOut', icon: <LogoutOutlined aria-hidden="true" />, label: L('frame.signOut') }], onClick: () => void leave() }}
      popupRender={withPerson}
    >
      <Button type="text" className={css['user'] ?? ''} icon={<UserOutlined aria-hidden="true" />}>
        {fullName(user)}
      </Button>
    </Dropdown>
  );
}
