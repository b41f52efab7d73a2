import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import PushpinOutlined from '@ant-design/icons/es/icons/PushpinOutlined';

import { L } from '../../lib/i18n/texts.ts';

import css from './tab-strip.module.css';

import type { StripTab, TabStripProps } from './tab-strip.types.ts';
import type { KeyboardEvent, MouseEvent } from 'react';

interface TabLinkProps extends Pick<TabStripProps, 'onOpen' | 'onCommand'> {
  onMenu: (key: string) => void;
  tab: StripTab;
  isActive: boolean;
}

function moveFocus(from: HTMLElement, step: -1 | 1): void {
  const links = [...(from.closest('ul')?.querySelectorAll<HTMLElement>('a') ?? [])];
  links[links.indexOf(from) + step]?.focus();
}

export function TabLink({ tab, isActive, onOpen, onCommand, onMenu }: TabLinkProps) {
  const isClosable = tab.isClosable && !tab.isPinned;
  const close = (): void => {
    if (isClosable) onCommand('close', tab.key);
  };
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(tab.key);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Delete') {
      // The focus stays in the row when its tab is closed.
      if (isClosable) moveFocus(event.currentTarget, -1);
      close();
    } else if (event.key === 'ArrowLeft') moveFocus(event.currentTarget, -1);
    else if (event.key === 'ArrowRight') moveFocus(event.currentTarget, 1);
    else return;
    event.preventDefault();
  };
  // Prevents the browser's autoscroll by the middle button.
  const holdMiddle = (event: MouseEvent): void => {
    if (event.button === 1) event.preventDefault();
  };
  const middleClick = (event: MouseEvent): void => {
    if (event.button !== 1) return;
    event.preventDefault();
    close();
  };

  return (
    <li className={isActive ? `${css['tab']} ${css['active']}` : css['tab']}>
      <a
        href={tab.href}
        aria-current={isActive ? 'page' : undefined}
        className={css['link']}
        onClick={open}
        onMouseDown={holdMiddle}
        onAuxClick={middleClick}
        onContextMenu={() => onMenu(tab.key)}
        onKeyDown={press}
        draggable={false}
      >
        {tab.isPinned && <PushpinOutlined aria-hidden="true" className={css['pin']} />}
        {tab.title}
      </a>
      {isClosable && (
        <button
          type="button"
          className={css['close']}
          aria-label={L('tabs.close', { title: tab.title })}
          onClick={close}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </li>
  );
}
