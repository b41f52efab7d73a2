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
  const closeTab = (): void => {
    if (isClosable) onCommand('close', tab.key);
  };
  const openTab = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(tab.key);
  };
  const onTabKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Delete') {
      // The focus stays in the row when its tab is closed.
      if (isClosable) moveFocus(event.currentTarget, -1);
      closeTab();
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
    closeTab();
  };

  return (
    <li className={isActive ? `${css['tab']} ${css['active']}` : css['tab']}>
      <a
        href={tab.href}
        aria-current={isActive ? 'page' : undefined}
        className={css['link']}
        onClick={openTab}
        onMouseDown={holdMiddle}
        onAuxClick={middleClick}
        onContextMenu={() => onMenu(tab.key)}
        onKeyDown={onTabKey}
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
          onClick={closeTab}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </li>
  );
}
