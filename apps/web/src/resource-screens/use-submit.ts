import { App, type FormInstance } from 'antd';

import { ApiError } from '../lib/api/api-error.ts';
import { fieldOfMember, type Values } from '../resource-client/body.ts';
import { getRow } from '../resource-client/calls.ts';
import { failureWords } from '../lib/failure-words.ts';
import { resourceTitle } from '../lib/labels.ts';
import { T } from './screen-texts.ts';
import { useSave } from './use-writes.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';

interface Submit {
  readonly isSaving: boolean;
  readonly save: (values: Values) => Promise<boolean>;
}

interface SubmitParts {
  readonly resource: AnyResource;
  readonly form: FormInstance<Values>;
  readonly row: ScreenRow | undefined;
  readonly say: (sentence: string | null) => void;
  /** Takes over the current row: with its values if `latest`, else only its version. */
  readonly takeOver: (row: ScreenRow, latest: boolean) => void;
  readonly onCreated: ((id: number, values: Values) => void) | undefined;
}

interface Sorted {
  readonly fields: readonly { readonly name: string; readonly errors: string[] }[];
  readonly rest: readonly string[];
}

/** Maps each refused member to its form field; the rest is shown above the form. */
export function sortProblems(resource: AnyResource, error: ApiError): Sorted {
  const fields = new Map<string, string[]>();
  const rest: string[] = [];
  for (const { message, members } of error.validationErrors) {
    const names = members.map((member) => fieldOfMember(resource.fields, member)).filter((name) => name !== undefined);
    if (names.length === 0) rest.push(message);
    for (const name of names) fields.set(name, [...(fields.get(name) ?? []), message]);
  }
  return { fields: [...fields].map(([name, errors]) => ({ name, errors })), rest };
}

const isConflict = (error: ApiError): boolean => error.status === 409 && error.reason === 'row.changed';

/** Saves a form. Refused fields show their message, a conflicting edit asks the user. */
export function useSubmit({ resource, form, row, say, takeOver, onCreated }: SubmitParts): Submit {
  const { message, modal } = App.useApp();
  const saving = useSave(resource);

  const askConflict = (error: ApiError, id: number): void => {
    const take = async (latest: boolean): Promise<void> => takeOver(await getRow(resource, id), latest);
    modal.confirm({
      title: T('conflict'),
      content: [error.message, error.details].filter(Boolean).join(' '),
      okText: T('conflictLatest'),
      cancelText: T('conflictGoOn'),
      onOk: () => take(true),
      onCancel: () => take(false),
    });
  };

  const showRefusal = (error: unknown): void => {
    const { title, description } = failureWords(error);
    if (!(error instanceof ApiError)) return say(title);
    if (row && isConflict(error)) return askConflict(error, row.id);
    const { fields, rest } = sortProblems(resource, error);
    form.setFields(fields.map(({ name, errors }) => ({ name, errors })));
    const [first] = fields;
    if (first) form.focusField(first.name);
    say(
      fields.length > 0 && rest.length === 0
        ? T('wrong', { n: fields.length })
        : [title, ...(rest.length > 0 ? rest : [description])].join(' ').trim(),
    );
    return undefined;
  };

  const saveValues = async (values: Values): Promise<boolean> => {
    say(null);
    try {
      const id = await saving.mutateAsync({ values, ...(row && { row }) });
      if (!row && id !== null) onCreated?.(id, values);
      message.success(T(row ? 'saved' : 'created', { title: resourceTitle(resource) }));
      return true;
    } catch (error) {
      showRefusal(error);
      return false;
    }
  };
  return { isSaving: saving.isPending, save: saveValues };
}
