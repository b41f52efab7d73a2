import { useMutation } from '@tanstack/react-query';
import { App, Form } from 'antd';

import { fieldOfMember, rowInput, type Values } from '../resource-client/body.ts';
import { runAction } from '../resource-client/calls.ts';
import { placedRefusals } from '../resource-client/refusals.ts';
import { L } from '../lib/i18n/texts.ts';
import { useFailureNotice } from '../lib/use-failure-notice.ts';
import { EntryDialog } from '../ui/entry/entry-dialog.tsx';
import { ActionForm } from './action-form.tsx';
import { actionLabel, actionQuestion } from '../lib/labels.ts';
import { refreshRows } from '../resource-client/row-keys.ts';
import { dropDraft } from '../resource-client/use-draft.ts';
import { doneSentence, outlookOf, startOf } from './traits/moves/action-words.ts';
import { useRowTitle } from './traits/summary/person.ts';

import type { Action, AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';

interface DialogProps {
  readonly resource: AnyResource;
  readonly action: Action;
  readonly row: ScreenRow;
  readonly onClose: () => void;
}

export function ActionDialog({ resource, action, row, onClose }: DialogProps) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const [form] = Form.useForm<Values>();
  const given = rowInput(resource, action.input, row) ?? {};
  const input = Object.fromEntries(Object.entries(action.input).filter(([name]) => !(name in given)));
  const draftOf = `${resource.name}.${row.id}.${action.wire}`;
  const label = actionLabel(action);
  const name = useRowTitle(resource, row);
  const outlook = outlookOf(resource, action, row);
  const run = useMutation({
    mutationFn: (values: Values) => runAction(resource, action, { ...values, ...given }),
    onSuccess: async () => {
      dropDraft(draftOf);
      message.success(doneSentence(resource, action));
      onClose();
      await refreshRows(resource);
    },
    onError: (error) => {
      const { placed, isWhole } = placedRefusals(error, (member) => fieldOfMember(input, member));
      form.setFields(placed);
      if (!isWhole) tell(error);
    },
  });
  return (
    <EntryDialog
      title={[label, name].filter(Boolean).join(L('word.colon'))}
      confirmLoading={run.isPending}
      // 取消 would mean two things beside an action of that name.
      cancelText={L(label === L('word.cancel') ? 'word.back' : 'word.cancel')}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      {(_leave, setDirty) => (
        <>
          {action.confirm && <p>{actionQuestion(action)}</p>}
          {outlook && <p>{outlook}</p>}
          <ActionForm
            form={form}
            name={`action-${row.id}`}
            draftOf={draftOf}
            resource={resource}
            input={input}
            given={startOf(resource, action, row)}
            onDirty={setDirty}
            onSubmit={(values) => run.mutate(values)}
          />
        </>
      )}
    </EntryDialog>
  );
}
