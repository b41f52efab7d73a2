import type { AnyField, AnyResource } from '@kangmai/resource';
import type { ComponentType } from 'react';
import type { Values } from '../../resource-client/body.ts';
import type { FilterValue } from '../../resource-client/query.ts';
import type { ScreenRow } from '../../resource-client/row.ts';
import type { NamesByTarget } from '../use-lookup.ts';

interface FieldPlace {
  readonly resource: AnyResource;
  readonly name: string;
  readonly field: AnyField;
}

export interface CellProps extends FieldPlace {
  readonly value: unknown;
  readonly row: ScreenRow;
  readonly names: NamesByTarget;
  /** Show the whole value, as in a detail view. */
  readonly isFull?: boolean;
}

/** `value`, `onChange` and `id` come from the surrounding form item. */
export interface InputProps extends FieldPlace {
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly row?: ScreenRow | undefined;
}

export interface OwnInput extends Pick<Face, 'Input'> {
  readonly check?: (value: unknown, values: Values) => string | null;
}

export interface FilterProps extends FieldPlace {
  readonly id: string;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
  /** Shown inside an empty control without label. */
  readonly placeholder?: string | undefined;
}

/** How a field kind is rendered in tables, details, forms and search forms. */
export interface Face {
  readonly Cell: ComponentType<CellProps>;
  readonly Input: ComponentType<InputProps>;
  readonly Filter: ComponentType<FilterProps>;
  readonly align?: 'right';
  /** Column width in px; a longer title makes it wider. */
  readonly width: number | ((field: AnyField) => number);
  /** Takes the full width of a form or detail view. */
  readonly isWide?: (field: AnyField) => boolean;
}
