import { dictionaryType } from '@kangmai/model/dictionaries';
import { App } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { useRemove } from '../../resource-screens/use-writes.ts';
import { T } from './dictionary-texts.ts';

import type { TypeRow } from './type-nodes.ts';

export function useRemoveType(onRemoved: (row: TypeRow) => void): (row: TypeRow) => void {
  const { modal, message } = App.useApp();
  const tell = useFailureNotice();
  const remove = useRemove(dictionaryType);
  return (row) => {
    modal.confirm({
      title: T('removeAsk', { name: row.values.typeName }),
      content: T('removeHint'),
      okText: L('word.delete'),
      cancelText: L('word.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        remove.mutateAsync(row.id).then(
          () => {
            message.success(T('removed'));
            onRemoved(row);
          },
          (error: unknown) => tell(error),
        ),
    });
  };
}
