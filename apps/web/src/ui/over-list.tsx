import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import { Button } from 'antd';

import { L } from '../lib/i18n/texts.ts';

import css from './split-pane.module.css';

import type { ReactNode } from 'react';

/** What was chosen in a list, in its place, with the way back. */
export const OverList = ({ onBack, children }: { onBack: () => void; children: ReactNode }) => (
  <div className={css['single']}>
    <Button type="link" icon={<LeftOutlined aria-hidden="true" />} onClick={onBack}>
      {L('pane.back')}
    </Button>
    {children}
  </div>
);
