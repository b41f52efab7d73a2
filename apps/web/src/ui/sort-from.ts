import type { TableProps } from 'antd';

type Sorter<Row> = Parameters<NonNullable<TableProps<Row>['onChange']>>[2];

/** A table's order as one word: `name`, `-name` when it falls, nothing without an order. */
export function sortFrom<Row>(sorter: Sorter<Row>): string {
  const [first] = Array.isArray(sorter) ? sorter : [sorter];
  const key = first?.order ? String(first.columnKey) : '';
  return first?.order === 'descend' ? `-${key}` : key;
}
