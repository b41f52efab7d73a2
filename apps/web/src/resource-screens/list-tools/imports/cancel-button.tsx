import { App, Button } from 'antd';

import { L } from '../../../lib/i18n/texts.ts';
import { T } from './import-texts.ts';
import { useImportMoves } from '../../../resource-client/use-import.ts';

import type { ImportBatch } from '../../../resource-client/imports.ts';

interface EndProps {
  readonly word: string;
  readonly asked: { readonly title: string; readonly content: string; readonly cancelText: string };
  readonly move: { readonly isPending: boolean; readonly mutateAsync: () => Promise<unknown> };
}

/** Ends or takes back an import after a question. */
function EndButton({ word, asked, move }: EndProps) {
  const { modal } = App.useApp();
  const onOk = (): Promise<unknown> => move.mutateAsync().catch(() => undefined);
  const ask = (): void => void modal.confirm({ ...asked, okText: word, okButtonProps: { danger: true }, onOk });
  return (
    <Button danger loading={move.isPending} onClick={ask}>
      {word}
    </Button>
  );
}

export function CancelButton({ id }: { readonly id: number }) {
  const asked = { title: T('cancelAsk'), content: T('cancelHint'), cancelText: T('keepOn') };
  return <EndButton word={T('cancel')} asked={asked} move={useImportMoves(id).cancel} />;
}

export function UndoButton({
  batch: { id, writtenRows: n },
}: {
  readonly batch: Pick<ImportBatch, 'id' | 'writtenRows'>;
}) {
  const asked = { title: T('undoAsk'), content: T('undoHint', { n }), cancelText: L('word.cancel') };
  return <EndButton word={T('undo')} asked={asked} move={useImportMoves(id).undo} />;
}
