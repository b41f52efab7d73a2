import { Cascader } from 'antd';
import { createContext, use, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { answersTo, onlyAnswer, type RegionNode, type RegionTree } from '../lib/region-tree.ts';

import type { KeyboardEvent, ReactElement } from 'react';

interface RegionCascaderProps {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly regions: RegionTree & { readonly isLoading: boolean };
  readonly value: string | null;
  readonly disabled?: boolean | undefined;
  readonly allowClear?: boolean;
  readonly isAnyLevel?: boolean;
  readonly onChange: (code: string | null) => void;
}

const mostFound = 50;
const columnStyle = { height: 264 };

/** Adds ARIA references from the input to its columns and the active entry, which antd omits. */
function tie(input: Element, popup: Element): void {
  const columns = [...popup.querySelectorAll('[role=menu]')];
  columns.forEach((column, at) => {
    column.id = `${input.id}_list${at === 0 ? '' : `_${at}`}`;
    column.setAttribute(
      'aria-label',
      input.getAttribute('aria-label') ??
        (input instanceof HTMLInputElement ? (input.labels?.[0]?.textContent ?? '') : ''),
    );
  });
  const ids = columns.map((column) => column.id).join(' ');
  for (const name of ['aria-owns', 'aria-controls']) if (input.hasAttribute(name)) input.setAttribute(name, ids);
  const reached = [...popup.querySelectorAll('[role=menuitemcheckbox][class*=-active]')].at(-1);
  if (!reached) return input.removeAttribute('aria-activedescendant');
  reached.id = `${input.id}_reached_${reached.getAttribute('data-path-key') ?? ''}`.replaceAll(/\W+/g, '_');
  return input.setAttribute('aria-activedescendant', reached.id);
}

const InputId = createContext('');

function Tied({ children }: { readonly children: ReactElement }) {
  const inputId = use(InputId);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [popup, input] = [box.current, document.getElementById(inputId)];
    if (!popup || !input) return undefined;
    const observer = new MutationObserver(() => tie(input, popup));
    observer.observe(popup, { childList: true, subtree: true, attributeFilter: ['class'] });
    observer.observe(input, { attributeFilter: ['aria-expanded'] });
    tie(input, popup);
    return () => observer.disconnect();
  }, [inputId]);
  return <div ref={box}>{children}</div>;
}

const tied = (menu: ReactElement) => <Tied>{menu}</Tied>;

/** Picks a division level by level, or by typing names or pinyin initials: Enter takes the only answer. */
export function RegionCascader({
  id,
  className,
  regions,
  value,
  disabled = false,
  allowClear = true,
  isAnyLevel = false,
  onChange,
}: RegionCascaderProps) {
  const { nodes, codesOf, pathOf, isLoading } = regions;
  const chosen = useMemo(() => (value === null ? [] : [...codesOf(value)]), [value, codesOf]);
  const [isOpen, setOpen] = useState(false);
  const own = useId();
  const inputId = id ?? own;
  const takeOnly = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    if (target.value.trim() === '' || target.hasAttribute('aria-activedescendant')) return;
    const code = onlyAnswer(nodes, target.value.trim(), isAnyLevel);
    if (code === undefined) return;
    event.preventDefault();
    onChange(code);
    setOpen(false);
  };
  return (
    <InputId value={inputId}>
      <Cascader<RegionNode>
        id={inputId}
        {...(className && { className })}
        options={nodes}
        value={chosen}
        loading={isLoading}
        disabled={disabled}
        allowClear={allowClear}
        changeOnSelect={isAnyLevel}
        open={isOpen}
        onOpenChange={setOpen}
        onKeyDown={takeOnly}
        displayRender={() => (value === null ? '' : pathOf(value))}
        styles={{ popup: { list: columnStyle } }}
        popupRender={tied}
        showSearch={{
          limit: mostFound,
          matchInputWidth: false,
          filter: (typed, path) => answersTo(path, typed),
          render: (_typed, path) => path.map(({ label }) => label).join(' '),
          sort: (a, b) => a.length - b.length,
        }}
        onChange={(codes) => onChange((codes as readonly string[] | undefined)?.at(-1) ?? null)}
      />
    </InputId>
  );
}
