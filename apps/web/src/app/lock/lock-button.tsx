import LockOutlined from '@ant-design/icons/es/icons/LockOutlined';
import { useLocation } from 'react-router';

import { lockScreen } from '../../lib/session/lock.ts';
import { IconButton } from '../../ui/icon-button.tsx';

import { T } from './lock-texts.ts';

export function LockButton({ className }: { className: string }) {
  const { pathname } = useLocation();
  return (
    <IconButton className={className} name={T('lock')} icon={<LockOutlined />} onClick={() => lockScreen(pathname)} />
  );
}
