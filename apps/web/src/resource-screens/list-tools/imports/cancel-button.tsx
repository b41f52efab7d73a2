import { App, Button } from 'antd';

import { T } from './import-texts.ts';
import { useImportMoves } from './use-import.ts';

/** Ends an import that is not written yet, after a question. */
export function CancelButton({ id }: { readonly id: number }) {
  const { modal } = App.useApp();
  const { cancel } = useImportMoves(id);
  const ask = (): void => {
    modal.confirm({
      title: T('cancelAsk'),
      content: T('cancelHint'),
      okText: T('cancel'),
      cancelText: T('keepOn'),
      okButtonProps: { danger: true },
      onOk: () => cancel.mutateAsync().catch(() => undefined),
    });
  };
  return (
    <Button danger loading={cancel.isPending} onClick={ask}>
      {T('cancel')}
    </Button>
  );
}
