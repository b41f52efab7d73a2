import { mayBeJoined } from '@kangmai/resource';
import { Button, Radio } from 'antd';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';

import { fieldLabel } from '../../../lib/labels.ts';
import { isReversed } from '../../../resource-client/address.ts';
import { popupOf } from '../../../ui/entry/inputs-of.ts';
import { faceOf } from '../../field-kinds/faces.ts';
import { allFilters } from './filters-of.ts';
import { useListContext } from '../../list-context.ts';
import { useScreen } from '../../screen-context.ts';
import css from '../../screens.module.css';
import { T } from '../../screen-texts.ts';

import type { AnyField } from '@kangmai/resource';
import type { FilterValue } from '../../../resource-client/query.ts';

const conditions = {
  exact: 'isExactly',
  like: 'contains',
  in: 'isOneOf',
  range: 'isBetween',
  atLeast: 'isBetween',
  atMost: 'isBetween',
} as const;

interface FilterRowProps {
  readonly name: string;
  readonly field: AnyField;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
}

function FilterRow({ name, field, value, onChange }: FilterRowProps) {
  const { resource } = useListContext();
  const id = useId();
  const { Filter } = faceOf(field);
  return (
    <div className={css['filter']}>
      <label htmlFor={id}>{fieldLabel(name, field)}</label>
      <span className={css['condition']}>{T(conditions[field.options.filter ?? 'exact'])}</span>
      <div>
        <Filter id={id} resource={resource} name={name} field={field} value={value} onChange={onChange} />
      </div>
    </div>
  );
}

/** Every filter of a list with its condition; all that are set must hold, or one of them. */
export function FilterPanel({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { resource, state, change } = useListContext();
  const { options } = useScreen();
  const [asked, setAsked] = useState<Readonly<Record<string, FilterValue | undefined>>>(state.filters);
  const [isAny, setAny] = useState(state.any ?? false);
  const box = useRef<HTMLDivElement>(null);
  const rows = allFilters(resource, options);
  const mayJoin = rows.filter(([name]) => mayBeJoined(resource, name)).length > 1;
  useEffect(() => box.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (Object.values(asked).some(isReversed)) return;
    change({ text, filters: asked, any: isAny, page: 1 });
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes, wherever the focus is
    <form
      className={css['panel']}
      aria-label={T('filter')}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
        if (event.key === 'Enter' && popupOf(event.target) === 'open') event.preventDefault();
      }}
    >
      {mayJoin ? (
        <Radio.Group
          aria-label={T('joinHow')}
          value={isAny}
          options={[
            { value: false, label: T('joinAll') },
            { value: true, label: T('joinAny') },
          ]}
          onChange={({ target }) => setAny(target.value === true)}
        />
      ) : (
        <p>{T('allHold')}</p>
      )}
      <div ref={box} className={css['panelRows']}>
        {rows.map(([name, field]) => (
          <FilterRow
            key={name}
            name={name}
            field={field}
            value={asked[name]}
            onChange={(value) => setAsked((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
      <div className={css['panelFoot']}>
        <Button
          onClick={() => {
            setAsked({});
            setAny(false);
          }}
        >
          {T('clearFilters')}
        </Button>
        <Button type="primary" htmlType="submit">
          {T('query')}
        </Button>
      </div>
    </form>
  );
}
