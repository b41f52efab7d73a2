import SoundOutlined from '@ant-design/icons/es/icons/SoundOutlined';
import { Button } from 'antd';

import { L } from '../../lib/i18n/texts.ts';

import { allowSound } from './alarm-sound.ts';
import css from './alarms.module.css';

/** Shown in the header while the browser blocks alarm sounds; a click allows them. */
export function SoundButton() {
  return (
    <Button
      type="text"
      className={css['silent'] ?? ''}
      icon={<SoundOutlined />}
      aria-label={L('alarm.allowSound')}
      onClick={allowSound}
    >
      <span className={css['words']}>{L('alarm.allowSound')}</span>
    </Button>
  );
}
