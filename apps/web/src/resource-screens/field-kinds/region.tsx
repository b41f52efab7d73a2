import { optionsOf, type RegionOptions } from '@kangmai/resource';
import { type ComponentProps } from 'react';

import { useRegions } from '../../lib/api/use-regions.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { ValuePlace } from '../../ui/value-place.tsx';
import css from './kinds.module.css';
import { shownOf, TextCell } from './text.tsx';

import type { CellProps, Face, FilterProps, InputProps } from './face.ts';

const Cascader = lazyPart(async () => (await import('../../ui/region-cascader.tsx')).RegionCascader);
const Picker = (props: Omit<ComponentProps<typeof Cascader>, 'regions' | 'className'>) => (
  <ValuePlace>
    <Cascader {...props} regions={useRegions()} className={css['full']} />
  </ValuePlace>
);

const toldOf = (value: unknown, { unknown }: RegionOptions): string | null =>
  typeof value === 'string' && value !== '' && value !== unknown ? value : null;

function RegionCell(props: CellProps) {
  const { pathOf } = useRegions();
  const code = toldOf(props.value, optionsOf(props.field));
  return <TextCell {...props} value={code === null ? shownOf(null) : pathOf(code) || ' '} />;
}

function RegionInput({ id, value, onChange, disabled, field }: InputProps) {
  return (
    <Picker
      id={id}
      value={toldOf(value, optionsOf(field))}
      disabled={disabled}
      allowClear={!field.options.required}
      onChange={(code) => onChange?.(code)}
    />
  );
}

const RegionFilter = ({ id, field, value, onChange }: FilterProps) => (
  <Picker id={id} value={toldOf(value, optionsOf(field))} isAnyLevel onChange={(code) => onChange(code ?? undefined)} />
);

export const regionFace: Face = { Cell: RegionCell, Input: RegionInput, Filter: RegionFilter, width: 176 };
