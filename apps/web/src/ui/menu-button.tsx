import { Dropdown } from 'antd';
import { useRef, useState, type ReactNode } from 'react';

import { LinkButton } from './link-button.tsx';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly isDanger?: boolean;
}

interface MenuButtonProps {
  /** Accessible name with the object in it: `更多 张三`. */
  readonly name: string;
  readonly word: ReactNode;
  readonly className?: string;
  readonly items: readonly MenuItem[];
  readonly onPick: (key: string) => void;
}

const menuOf = (items: readonly MenuItem[], onPick: (key: string) => void) => ({
  items: items.map(({ key, label, isDanger = false }) => ({ key, label, danger: isDanger })),
  onClick: ({ key }: { readonly key: string }): void => onPick(key),
});

function OpenedMenu({ name, word, className = '', items, onPick }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const setOpenAndFocus = (next: boolean): void => {
    setOpen(next);
    if (!next) button.current?.focus();
  };
  return (
    <Dropdown autoFocus open={isOpen} onOpenChange={setOpenAndFocus} trigger={['click']} menu={menuOf(items, onPick)}>
      <LinkButton ref={button} autoFocus className={className} aria-label={name} data-menu="">
        {word}
      </LinkButton>
    </Dropdown>
  );
}

/** A button of a row with a menu, which is rendered with the first click, because most are never opened. */
export function MenuButton(props: MenuButtonProps) {
  const [isUsed, setUsed] = useState(false);
  return isUsed ? (
    <OpenedMenu {...props} />
  ) : (
    <LinkButton className={props.className ?? ''} aria-label={props.name} data-menu="" onClick={() => setUsed(true)}>
      {props.word}
    </LinkButton>
  );
}

/** A menu of the right mouse button on what it holds. */
export function RightMenu({
  items,
  onPick,
  children,
}: Pick<MenuButtonProps, 'items' | 'onPick'> & { readonly children: ReactNode }) {
  return (
    <Dropdown trigger={['contextMenu']} disabled={items.length === 0} menu={menuOf(items, onPick)}>
      <div>{children}</div>
    </Dropdown>
  );
}
