import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined';
import { shellPermissions } from '@kangmai/model/menu';

import { TaskTray } from '../../features/lists/task-tray.tsx';
import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AlarmBell } from '../alarms/alarm-bell.tsx';
import { LockButton } from '../lock/lock-button.tsx';

import { Breadcrumbs } from './breadcrumbs.tsx';
import { ConnectionDot } from './connection-state.tsx';
import css from './frame.module.css';
import { FullScreenButton } from './full-screen-button.tsx';
import { LanguageButton } from './language-button.tsx';
import { UserMenu } from './user-menu.tsx';

export function Header({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const hasAlarms = useCan([...shellPermissions.alarms, shellPermissions.security]);
  return (
    <header className={css['header']}>
      <IconButton
        className={css['tool'] ?? ''}
        name={L(isCollapsed ? 'frame.expand' : 'frame.collapse')}
        aria-expanded={!isCollapsed}
        icon={isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        onClick={onToggle}
      />
      <Breadcrumbs />
      <div className={css['tools']}>
        <ConnectionDot />
        <FullScreenButton />
        {hasAlarms && <AlarmBell />}
        <TaskTray className={css['tool'] ?? ''} />
        <LockButton className={css['tool'] ?? ''} />
        <LanguageButton />
        <UserMenu />
      </div>
    </header>
  );
}
