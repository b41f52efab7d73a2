import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined';
import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined';
import { chatPath, reportPath, shellPermissions, videoPath } from '@kangmai/model/menu';
import { Popover } from 'antd';
import { lazy, Suspense } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AlarmBell } from '../alarms/alarm-bell.tsx';
import { useSound } from '../alarms/alarm-sound.ts';
import { LockButton } from '../lock/lock-button.tsx';
import { MenuSearchButton } from '../navigation/menu-search/search-button.tsx';
import { useFirstOpenable } from '../navigation/use-routes.ts';

import { Breadcrumbs } from './breadcrumbs.tsx';
import { ConnectionDot } from './connection-state.tsx';
import css from './frame.module.css';
import { FullScreenButton } from './full-screen-button.tsx';
import { LanguageButton } from './language-button.tsx';
import { UserMenu } from './user-menu.tsx';

const TaskTray = lazy(async () => ({
  default: (await import('../../resource-screens/list-tools/task-tray.tsx')).TaskTray,
}));
const HeaderLinks = lazy(async () => ({ default: (await import('./header-links.tsx')).HeaderLinks }));
const NoticeButton = lazy(async () => ({
  default: (await import('../../features/notices/notice-button.tsx')).NoticeButton,
}));
const SoundButton = lazy(async () => ({ default: (await import('../alarms/sound-button.tsx')).SoundButton }));
const linkPaths = [chatPath, videoPath, reportPath];

const toolClass = css['tool'] ?? '';
/** Loaded after the frame; its space is reserved. */
const tray = (
  <Suspense fallback={<span className={toolClass} />}>
    <TaskTray className={toolClass} />
  </Suspense>
);

const notices = (
  <Suspense fallback={<span className={toolClass} />}>
    <NoticeButton className={toolClass} />
  </Suspense>
);

/** Header tools in the order of the specification; on narrow screens they are in the 更多 menu. */
function Tools({ isNarrow }: { isNarrow: boolean }) {
  const hasAlarms = useCan([...shellPermissions.alarms, shellPermissions.security]);
  const links = useFirstOpenable(linkPaths) !== undefined && (
    <Suspense>
      <HeaderLinks />
    </Suspense>
  );
  const isSilent = useSound(({ isBlocked }) => isBlocked);
  const bell = (
    <>
      {notices}
      {isSilent && (
        <Suspense>
          <SoundButton />
        </Suspense>
      )}
      {hasAlarms && <AlarmBell />}
    </>
  );
  const rest = (
    <>
      <LockButton className={toolClass} />
      <LanguageButton />
      <UserMenu />
    </>
  );
  if (!isNarrow) {
    return (
      <>
        {tray}
        <FullScreenButton />
        {links}
        {bell}
        {rest}
      </>
    );
  }
  const more = (
    <div className={css['more']}>
      {tray}
      <FullScreenButton />
      {links}
      {rest}
    </div>
  );
  return (
    <>
      {bell}
      <Popover trigger="click" placement="bottomRight" content={more}>
        <IconButton className={toolClass} name={L('frame.more')} tip={false} icon={<EllipsisOutlined />} />
      </Popover>
    </>
  );
}

interface HeaderProps {
  isMenuOpen: boolean;
  onToggle: () => void;
  isNarrow: boolean;
}

export function Header({ isMenuOpen, onToggle, isNarrow }: HeaderProps) {
  return (
    <header className={css['header']}>
      <IconButton
        className={toolClass}
        name={L(isMenuOpen ? 'frame.collapse' : 'frame.expand')}
        aria-expanded={isMenuOpen}
        icon={isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        onClick={onToggle}
      />
      <Breadcrumbs />
      <div className={css['tools']}>
        <ConnectionDot />
        <MenuSearchButton className={toolClass} isNarrow={isNarrow} />
        <Tools isNarrow={isNarrow} />
      </div>
    </header>
  );
}
