import { abnormalCase } from '@kangmai/model/alerts';
import { App, Button, Form } from 'antd';
import { useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { ActionForm } from '../../resource-screens/action-form.tsx';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { personOf } from './case-list.tsx';
import { useBatch, type BatchOutcome, type CaseTicks } from './use-batch.ts';

import type { Values } from '../../resource-client/body.ts';

const reasons = {
  'case.level-too-high': 'tooHigh',
  'case.not-open': 'closed',
  'row.not-found': 'gone',
} as const;

const { handling, outcome } = abnormalCase.actions.batchHandle.input;
const asked = { handling, outcome };

function refusedLine({ row, reason }: BatchOutcome['refused'][number]): string {
  return `${row ? `${personOf(row)} ${row.values.finding}` : L('error.notFound')}${L('word.colon')}${T(reasons[reason])}`;
}

function BatchDialog({ ticks, onClose }: { readonly ticks: CaseTicks; readonly onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const { message, modal } = App.useApp();
  const batch = useBatch(ticks);
  const draftOf = `abnormalCase.${[...ticks.ticked.keys()].join('+')}.batch`;
  const say = ({ handled, refused }: BatchOutcome): void => {
    dropDraft(draftOf);
    onClose();
    if (refused.length === 0) message.success(T('batchDone', { n: handled }));
    else
      modal.info({
        title: T('batchPart', { a: handled, b: refused.length }),
        content: (
          <ul>
            {refused.map((one) => (
              <li key={refusedLine(one)}>{refusedLine(one)}</li>
            ))}
          </ul>
        ),
      });
  };
  const tell = useFailureNotice();
  const handleTicked = (values: Values): void =>
    batch.mutate(values, { onSuccess: say, onError: (error) => tell(error) });
  return (
    <EntryDialog
      title={T('batchTitle', { n: ticks.ticked.size })}
      confirmLoading={batch.isPending}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      {(_leave, setDirty) => (
        <ActionForm
          form={form}
          name="case-batch"
          draftOf={draftOf}
          resource={abnormalCase}
          input={asked}
          onDirty={setDirty}
          onSubmit={handleTicked}
        />
      )}
    </EntryDialog>
  );
}

export function BatchBar({ ticks }: { readonly ticks: CaseTicks }) {
  const [isAsking, setAsking] = useState(false);
  const { ticked, clear } = ticks;
  return (
    <>
      {ticked.size > 0 && (
        <div className={css['batch']} role="status">
          {T('ticked', { n: ticked.size })}
          <Button type="link" size="small" onClick={clear}>
            {T('untick')}
          </Button>
          <Button size="small" type="primary" onClick={() => setAsking(true)}>
            {T('batch')}
          </Button>
        </div>
      )}
      {isAsking && <BatchDialog ticks={ticks} onClose={() => setAsking(false)} />}
    </>
  );
}
