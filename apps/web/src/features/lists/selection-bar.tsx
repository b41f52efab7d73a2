import { App, Button } from 'antd';
import { useState } from 'react';

import { removeRow } from '../../lib/api/resource-calls.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { refreshRows } from '../../resource-screens/row-keys.ts';
import { rowName } from '../../lib/row-name.ts';
import { useScreen } from '../../resource-screens/screen-context.ts';
import { T } from './list-texts.ts';
import css from './lists.module.css';

/** What is ticked, over all pages, and what can be done with it. */
export function SelectionBar() {
  const { resource } = useListContext();
  const { selected, unselect } = useScreen();
  const { modal } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  if (selected.size === 0) return null;

  const removeAll = async (): Promise<void> => {
    setBusy(true);
    const rows = [...selected.values()];
    const outcomes = await Promise.allSettled(rows.map(({ id }) => removeRow(resource, id)));
    setBusy(false);
    unselect();
    await refreshRows(resource);
    const failures = rows.flatMap((row, at) => {
      const outcome = outcomes[at];
      return outcome?.status === 'rejected' ? [`${rowName(resource, row)}：${(outcome.reason as Error).message}`] : [];
    });
    const content = <ul>{failures.map((line) => <li key={line}>{line}</li>)}</ul>;
    modal.info({ title: T('removeFailed', { a: rows.length - failures.length, b: failures.length }), content });
  };
  const ask = (): void => {
    modal.confirm({ title: T('removeMany', { n: selected.size }), content: T('removeHint'), okText: L('word.delete'), cancelText: L('word.cancel'), okButtonProps: { danger: true }, onOk: removeAll });
  };
  return (
    <div className={css['selection']} role="status">
      {T('selected', { n: selected.size })}
      <Button type="link" size="small" onClick={unselect}>{T('unselect')}</Button>
      <Button size="small" danger loading={isBusy} onClick={ask}>{T('removeSelected')}</Button>
    </div>
  );
}
