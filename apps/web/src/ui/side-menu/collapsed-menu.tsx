import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

import { PageLink } from './menu-entries.tsx';
import css from './side-menu.module.css';

import type { MenuActions, MenuNode } from './menu-node.ts';

/** Content of a group's fly-out: its pages, and those of inner groups under headings. */
function FlyOutEntries({ nodes, actions }: { nodes: readonly MenuNode[]; actions: MenuActions }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.key}>
          {node.children ? (
            <>
              <span className={css['heading']}>{node.title}</span>
              <FlyOutEntries nodes={node.children} actions={actions} />
            </>
          ) : (
            <PageLink node={node} actions={actions} />
          )}
        </li>
      ))}
    </ul>
  );
}

const holds = (node: MenuNode, key: string): boolean =>
  node.key === key || (node.children?.some((child) => holds(child, key)) ?? false);

/** An icon with a fly-out, open on hover and focus, closed by Esc and when a page opens. */
function IconEntry({ node, actions }: { node: MenuNode; actions: MenuActions }) {
  const [isOpen, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const icon = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const [box, list] = [panel.current, item.current?.closest('ul')];
    if (!box || !item.current || !list) return;
    // Beside its icon, but not below the end of the window.
    const room = (list.offsetParent?.clientHeight ?? box.offsetHeight) - box.offsetHeight;
    box.style.top = `${Math.max(0, Math.min(item.current.offsetTop - list.scrollTop, room))}px`;
  }, [isOpen]);

  const closeOnBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const shut = (): void => {
    icon.current?.focus();
    setOpen(false);
  };
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen) shut();
  };
  const openPage = (key: string): void => {
    shut();
    actions.onGo(key);
  };

  if (!node.children)
    return (
      <li>
        <PageLink node={node} actions={actions}>
          <span className={css['icon']}>{node.icon}</span>
          <span className="visually-hidden">{node.title}</span>
        </PageLink>
      </li>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing is only a shortcut of the button inside
    <li
      ref={item}
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onBlur={closeOnBlur}
      onKeyDown={closeOnEscape}
    >
      <button
        ref={icon}
        type="button"
        className={css['entry']}
        aria-label={node.title}
        aria-expanded={isOpen}
        data-holds-current={holds(node, actions.current) || undefined}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
      >
        <span className={css['icon']}>{node.icon}</span>
      </button>
      {isOpen && (
        <div ref={panel} className={css['flyOut']} role="group" aria-label={node.title}>
          <span className={css['flyOutTitle']} aria-hidden="true">
            {node.title}
          </span>
          <FlyOutEntries nodes={node.children} actions={{ ...actions, onGo: openPage }} />
        </div>
      )}
    </li>
  );
}

export const CollapsedEntries = ({ nodes, actions }: { nodes: readonly MenuNode[]; actions: MenuActions }) =>
  nodes.map((node) => <IconEntry key={node.key} node={node} actions={actions} />);
