import LeftOutlined from '@ant-design/icons/LeftOutlined';
import { Button } from 'antd';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';

import { L } from '../lib/i18n/texts.ts';

import { SplitPane } from './split-pane.tsx';
import css from './split-pane.module.css';
import { useMinWidth } from './use-min-width.ts';

interface MasterDetailProps {
  list: ReactNode;
  listName: string;
  /** Null while nothing is chosen; narrow windows then show the list, else the record. */
  detail: ReactNode | null;
  /** What stands at the right while nothing is chosen. */
  placeholder: ReactNode;
  /** -1 and 1: the record before and after the chosen one. */
  onMove: (step: -1 | 1) => void;
  onClose: () => void;
  width?: number;
}

const wide = 1200;
const arrows: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** List at the left, record at the right: arrows move in the list, Enter goes to the record, Esc back. */
export function MasterDetail({ list, listName, detail, placeholder, onMove, onClose, width = 360 }: MasterDetailProps) {
  const isWide = useMinWidth(wide);
  const listPart = useRef<HTMLDivElement>(null);
  const detailPart = useRef<HTMLDivElement>(null);
  const pressInList = (event: KeyboardEvent): void => {
    const step = arrows[event.key];
    if (step !== undefined) onMove(step);
    else if (event.key === 'Enter' && event.target === listPart.current) detailPart.current?.focus();
    else return;
    event.preventDefault();
  };
  const pressInDetail = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && event.target === detailPart.current) listPart.current?.focus();
  };
  const listBox = (
    <div ref={listPart} tabIndex={0} role="group" aria-label={listName} className={css['single']} onKeyDown={pressInList}>
      {list}
    </div>
  );
  const detailBox = (
    <div ref={detailPart} tabIndex={-1} className={css['single']} onKeyDown={pressInDetail}>
      {detail ?? placeholder}
    </div>
  );
  if (isWide) return <SplitPane left={listBox} right={detailBox} leftName={listName} width={width} />;
  if (detail === null) return listBox;
  return (
    <div className={css['single']}>
      <Button type="link" icon={<LeftOutlined aria-hidden="true" />} onClick={onClose}>
        {L('pane.back')}
      </Button>
      {detailBox}
    </div>
  );
}
