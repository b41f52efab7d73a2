import { ingestSource } from '@kangmai/model/ingest';
import { App } from 'antd';
import { createContext, use, useCallback, useMemo, useState } from 'react';

import { actionLabel, actionQuestion } from '../../lib/labels.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { useAction } from '../../resource-screens/use-writes.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { T } from './ingest-texts.ts';
import { imeiInput } from './imei-input.tsx';
import { KeyDialog } from './key-dialog.tsx';

interface Shown {
  readonly name: string;
  readonly secret: string;
}

type TakeKey = (id: number, name: string) => Promise<void>;

const TakeKeyContext = createContext<TakeKey>(async () => undefined);
const { rotateKey } = ingestSource.actions;

function RotateButton() {
  const row = useRowContext(ingestSource);
  const { modal } = App.useApp();
  const { isAllowed } = useAction(ingestSource, 'rotateKey');
  const takeKey = use(TakeKeyContext);
  if (!isAllowed) return null;
  const name = String(row.values.sourceName);
  const confirmRotation = (): void => {
    modal.confirm({
      title: T('rotateOf', { name }),
      content: actionQuestion(rotateKey),
      onOk: () => takeKey(row.id, name),
    });
  };
  return (
    <LinkButton aria-label={T('rotateOf', { name })} onClick={confirmRotation}>
      {actionLabel(rotateKey)}
    </LinkButton>
  );
}

const rowActions = [RotateButton];
const ownActions = ['rotateKey'] as const;
const inputs = { imeiList: imeiInput };

/** Sources of readings; a key is shown once, when it is created. */
export function IngestSourcesScreen() {
  const tell = useFailureNotice();
  const { mutateAsync, reset } = useAction(ingestSource, 'rotateKey');
  const [shown, setShown] = useState<Shown | null>(null);
  const takeKey = useCallback(
    async (id: number, name: string): Promise<void> => {
      try {
        const { apiKey } = (await mutateAsync({ id })) as { readonly apiKey: string };
        setShown({ name, secret: apiKey });
      } catch (error) {
        tell(error);
      }
    },
    [mutateAsync, tell],
  );
  const onCreated = useMemo(
    () =>
      (id: number, { sourceName }: Readonly<Record<string, unknown>>) =>
        void takeKey(id, String(sourceName)),
    [takeKey],
  );
  const closeKey = (): void => {
    setShown(null);
    reset();
  };
  return (
    <TakeKeyContext value={takeKey}>
      <ResourceScreen
        resource={ingestSource}
        title={T('sources')}
        rowActions={rowActions}
        ownActions={ownActions}
        inputs={inputs}
        onCreated={onCreated}
      />
      {shown && <KeyDialog name={shown.name} secret={shown.secret} onClose={closeKey} />}
    </TakeKeyContext>
  );
}
