import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/es/icons/FullscreenOutlined';
import { App } from 'antd';
import { useSyncExternalStore } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';

import css from './frame.module.css';

function onFullScreenChange(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

export function FullScreenButton() {
  const { message } = App.useApp();
  const isFull = useSyncExternalStore(onFullScreenChange, () => document.fullscreenElement !== null);
  const toggleFullScreen = async (): Promise<void> => {
    try {
      await (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      message.warning(L('frame.noFullScreen'));
    }
  };
  return (
    <IconButton
      className={css['tool'] ?? ''}
      name={L(isFull ? 'frame.leaveFullScreen' : 'frame.fullScreen')}
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={() => void toggleFullScreen()}
    />
  );
}
