import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined';
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined';
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined';
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined';
import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined';
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined';
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { spacePath } from '@kangmai/model/menu';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { AccountDialogs, type AccountDialogName } from '../../features/account/account-dialogs.tsx';
import { fullName } from '../../features/account/full-name.ts';
import { listed } from '../../lib/i18n/listed.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';

import css from './frame.module.css';
import { useLeaving } from './use-leaving.ts';

import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';

const Avatar = lazy(async () => ({ default: (await import('../../features/account/avatar.tsx')).Avatar }));

const avatarSize = 24;

const OwnAvatar = () => (
  <Suspense fallback={<UserOutlined aria-hidden="true" />}>
    <Avatar size={avatarSize} isDecoration />
  </Suspense>
);

function WhoAmI() {
  const user = useSession((session) => session.user);
  const tenant = useSession((session) => session.tenant?.name);
  if (!user) return null;
  return (
    <div className={css['who']}>
      <strong>{fullName(user)}</strong>
      <span>{user.emailAddress}</span>
      <span>{tenant ?? L('frame.host')}</span>
      {user.roleTitles.length > 0 && <span>{L('frame.roles', { names: listed(user.roleTitles) })}</span>}
    </div>
  );
}

const withPerson = (menu: ReactNode) => (
  <div className={css['userPopup']}>
    <WhoAmI />
    {menu}
  </div>
);

const entries = (isImpersonated: boolean): NonNullable<MenuProps['items']> => [
  ...(isImpersonated ? [{ key: 'back', icon: <RollbackOutlined aria-hidden="true" />, label: L('frame.back') }] : []),
  { key: 'space', icon: <IdcardOutlined aria-hidden="true" />, label: L('frame.space') },
  { key: 'password', icon: <KeyOutlined aria-hidden="true" />, label: L('frame.password') },
  { key: 'attempts', icon: <HistoryOutlined aria-hidden="true" />, label: L('frame.attempts') },
  { key: 'settings', icon: <SettingOutlined aria-hidden="true" />, label: L('frame.settings') },
  { key: 'linked', icon: <TeamOutlined aria-hidden="true" />, label: L('frame.linked') },
  { key: 'signOut', icon: <LogoutOutlined aria-hidden="true" />, label: L('frame.signOut') },
];

export function UserMenu() {
  const user = useSession((session) => session.user);
  const isImpersonated = useSession((session) => session.isImpersonated);
  const [dialog, setDialog] = useState<AccountDialogName | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const { mayLeave, leave, goBack } = useLeaving();
  const wasOpen = useRef(false);
  // The menu that opened the dialog is gone; without this the keyboard focus returns to the top of the page.
  useEffect(() => {
    if (wasOpen.current && dialog === null) button.current?.focus();
    wasOpen.current = dialog !== null;
  }, [dialog]);
  if (!user) return null;
  const onMenuEntry = ({ key }: { key: string }): void => {
    if (key === 'signOut') void leave();
    else if (key === 'back') void goBack();
    else if (key === 'space') void navigate(spacePath);
    else setDialog(key as AccountDialogName);
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items: entries(isImpersonated), onClick: onMenuEntry }}
        popupRender={withPerson}
      >
        <Button ref={button} type="text" className={css['user'] ?? ''} icon={<OwnAvatar />}>
          {fullName(user)}
        </Button>
      </Dropdown>
      <AccountDialogs name={dialog} onClose={() => setDialog(null)} mayLeave={mayLeave} />
    </>
  );
}
