import type { TableProps } from 'antd';

type Sorter<Row> = Parameters<NonNullable<TableProps<Row>['onChange']>>[2];

/** Sorting of a table as text: `name`, `-name` for descending, empty without sorting. */
export function sortFrom<Row>(sorter: Sorter<Row>): string {
  const [first] = Array.isArray(sorter) ? sorter : [sorter];
  const key = first?.order ? String(first.columnKey) : '';
  return first?.order === 'descend' ? `-${key}` : key;
}
