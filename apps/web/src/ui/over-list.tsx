import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import { Button } from 'antd';

import { L } from '../lib/i18n/texts.ts';

import css from './split-pane.module.css';

import type { ReactNode } from 'react';

interface OverListProps {
  onBack: () => void;
  /** Name of what was chosen, where the content does not tell it. */
  title?: string | undefined;
  children: ReactNode;
}

/** What was chosen in a list, in its place, with the way back. */
export const OverList = ({ onBack, title, children }: OverListProps) => (
  <div className={css['single']}>
    <Button type="link" icon={<LeftOutlined aria-hidden="true" />} onClick={onBack}>
      {L('pane.back')}
    </Button>
    {title !== undefined && <h2 className={css['title']}>{title}</h2>}
    {children}
  </div>
);
