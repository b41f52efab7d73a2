import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import { useId, type MouseEvent, type ReactNode } from 'react';

import css from './side-menu.module.css';

import type { MenuActions, MenuNode } from './menu-node.ts';

const isPlainClick = (event: MouseEvent): boolean => !event.ctrlKey && !event.metaKey && !event.shiftKey;

export function PageLink({ node, actions, children }: { node: MenuNode; actions: MenuActions; children?: ReactNode }) {
  const onPoint = (): void => actions.onPoint(node.key);
  const followLink = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    actions.onGo(node.key);
  };
  return (
    <a
      href={node.key}
      title={node.title}
      aria-current={node.key === actions.current ? 'page' : undefined}
      className={css['entry']}
      onClick={followLink}
      onMouseEnter={onPoint}
      onFocus={onPoint}
    >
      {children ?? <span className={css['title']}>{node.title}</span>}
    </a>
  );
}

interface GroupProps {
  node: MenuNode;
  actions: MenuActions;
  openKeys: readonly string[];
  onToggle: (key: string) => void;
}

function Group({ node, openKeys, ...rest }: GroupProps) {
  const isOpen = openKeys.includes(node.key);
  const list = useId();
  return (
    <li>
      <button
        type="button"
        className={css['entry']}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => rest.onToggle(node.key)}
      >
        {node.icon && <span className={css['icon']}>{node.icon}</span>}
        <span className={css['title']}>{node.title}</span>
        <RightOutlined aria-hidden="true" className={css['arrow']} />
      </button>
      <ul id={list} hidden={!isOpen}>
        {isOpen && <Entries nodes={node.children ?? []} openKeys={openKeys} {...rest} />}
      </ul>
    </li>
  );
}

/** Entries in a column, groups with their content inside. */
export function Entries({ nodes, ...rest }: Omit<GroupProps, 'node'> & { nodes: readonly MenuNode[] }) {
  return nodes.map((node) =>
    node.children ? (
      <Group key={node.key} node={node} {...rest} />
    ) : (
      <li key={node.key}>
        <PageLink node={node} actions={rest.actions}>
          {node.icon && <span className={css['icon']}>{node.icon}</span>}
          <span className={css['title']}>{node.title}</span>
        </PageLink>
      </li>
    ),
  );
}
