import { client } from '@kangmai/model/clients';
import { fieldOf, shownText } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Radio } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';

import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { fieldLabel } from '../../lib/labels.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import {
  mergeFiles,
  mergeKey,
  mergePreview,
  type Choice,
  type Collision,
  type MergePreview,
  type Pair,
} from '../../resource-client/merges.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { useRefNames } from '../../resource-screens/use-lookup.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { Counts } from './counts.tsx';
import { T } from './merge-texts.ts';
import css from './merge.module.css';

type Side = 'keep' | 'other';
type Person = Pair['keep'];

const named = ['organizationUnit', 'knowingChannel', 'introducer'] as const;

/** What one file says of a choice, value by value. */
function Values({ fields, row }: { readonly fields: readonly string[]; readonly row: Person }) {
  const names = useRefNames(client, named, [row]);
  const filled = fields.filter((name) => {
    const value = (row.values as Readonly<Record<string, unknown>>)[name];
    return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
  if (filled.length === 0) return <span className={css['quiet']}>{T('empty')}</span>;
  return (
    <span>
      {filled.map((name) => (
        <span key={name}>
          {fields.length > 1 && (
            <small className={css['quiet']}>
              {fieldLabel(name, fieldOf(client, name))}
              {L('word.colon')}
            </small>
          )}
          <FieldCell resource={client} name={name} row={row} names={names} />{' '}
        </span>
      ))}
    </span>
  );
}

interface ChoiceProps {
  readonly choice: Choice;
  readonly rows: Readonly<Record<Side, Person>>;
  readonly chosen: Side;
  readonly choose: (side: Side) => void;
}

/** Whether both files show the same of a choice, because characters of it are hidden. */
const looksSame = ({ fields }: Choice, { keep, other }: ChoiceProps['rows']): boolean =>
  fields.every((name) => {
    const [own, others]: readonly unknown[] = [keep, other].map(
      ({ values }) => (values as Readonly<Record<string, unknown>>)[name],
    );
    return shownText(own) === shownText(others);
  });

/** One line of the comparison: two radio buttons, moved between by the arrow keys. */
function ChoiceLine({ choice, rows, chosen, choose }: ChoiceProps) {
  const item = fieldLabel(choice.key, fieldOf(client, choice.key));
  return (
    <tr>
      <th scope="row">
        {item}
        {looksSame(choice, rows) && <small className={css['quiet']}> {T('hidden')}</small>}
      </th>
      {(['keep', 'other'] as const).map((side) => (
        <td key={side}>
          <Radio name={`merge-${choice.key}`} checked={chosen === side} onChange={() => choose(side)}>
            <span className="visually-hidden">{item} </span>
            <Values fields={choice.fields} row={rows[side]} />
          </Radio>
        </td>
      ))}
    </tr>
  );
}

interface FieldsProps {
  readonly choices: readonly Choice[];
  readonly rows: Readonly<Record<Side, Person>>;
  readonly picked: Readonly<Record<string, Side>>;
  readonly pick: (key: string, side: Side) => void;
}

const sideOf = (picked: FieldsProps['picked'], { key, suggested }: Choice): Side => picked[key] ?? suggested;

function FieldChoices({ choices, rows, picked, pick }: FieldsProps) {
  if (choices.length === 0) return <p>{T('sameFields')}</p>;
  return (
    <table className={css['table']} aria-label={T('fields')}>
      <thead>
        <tr>
          <th scope="col">{T('item')}</th>
          {(['keep', 'other'] as const).map((side) => (
            <th scope="col" key={side}>
              {T(side)} <span translate="no">{rows[side].values.name}</span>
              <br />
              <small>{T('archiveNo', { no: rows[side].values.archiveNo ?? '—' })}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <ChoiceLine
            key={choice.key}
            choice={choice}
            rows={rows}
            chosen={sideOf(picked, choice)}
            choose={(side) => pick(choice.key, side)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Collisions({ list, otherId }: { readonly list: readonly Collision[]; readonly otherId: number }) {
  if (list.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={T('collisions')}
      description={
        <>
          <ul>
            {list.map(({ kind, id, what }) => (
              <li key={`${kind}${id}`}>{T(`collision.${kind}`, { what })}</li>
            ))}
          </ul>
          <Link to={screenPath('clientDetail', otherId)}>{T('openOther')}</Link>
        </>
      }
    />
  );
}

interface BodyProps extends Omit<FieldsProps, 'choices'> {
  readonly preview: MergePreview;
  readonly swap: () => void;
}

const Body = ({ preview, swap, ...fields }: BodyProps) => (
  <>
    <Collisions list={preview.collisions} otherId={fields.rows.other.id} />
    <p className={css['line']}>
      <Button onClick={swap}>{T('swap')}</Button>
      <span className={css['quiet']}>{T('note')}</span>
    </p>
    <FieldChoices {...fields} choices={preview.fields} />
    <h2 className={css['head']}>{T('moves')}</h2>
    <Counts list={preview.moves} none={T('noMoves')} />
  </>
);

interface DialogProps {
  readonly pair: Pick<Pair, 'keepId' | 'otherId'>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Both files with the records that move. While they are merged, the server is not asked again. */
function useFiles({ keepId, otherId }: Pick<Pair, 'keepId' | 'otherId'>, isMerging: boolean) {
  const [keep, other] = [useRow(client, keepId), useRow(client, otherId)];
  const preview = useQuery({
    queryKey: [...mergeKey, 'preview', keepId, otherId],
    queryFn: ({ signal }) => mergePreview({ keepId, otherId }, signal),
    staleTime: 0,
    enabled: !isMerging,
  });
  const rows = keep.data && other.data ? { keep: keep.data, other: other.data } : null;
  return { rows, preview: preview.data, error: keep.error ?? other.error ?? preview.error };
}

/** Compares two files side by side and merges them with the chosen values. */
export function CompareDialog({ pair, onDone, onClose }: DialogProps) {
  const [isSwapped, setSwapped] = useState(false);
  const [picked, setPicked] = useState<Readonly<Record<string, Side>>>({});
  const [isBusy, setBusy] = useState(false);
  const tell = useFailureNotice();
  const { message } = App.useApp();
  const files = isSwapped ? { keepId: pair.otherId, otherId: pair.keepId } : pair;
  const { rows, preview, error } = useFiles(files, isBusy);
  const merge = async (): Promise<void> => {
    setBusy(true);
    try {
      const fields = (preview?.fields ?? []).filter((choice) => sideOf(picked, choice) === 'other');
      await mergeFiles(
        { keepId: files.keepId, otherId: files.otherId },
        fields.map(({ key }) => key),
      );
      void message.success(T('mergeDone'));
      // One of the two files is gone: the dialog closes before rows are read again.
      flushSync(onClose);
      void refreshRows(client);
      onDone();
    } catch (failure) {
      tell(failure, T('failed'));
      setBusy(false);
    }
  };
  const swap = (): void => {
    setSwapped(!isSwapped);
    setPicked({});
  };
  return (
    <EntryDialog
      title={T('compare')}
      width={960}
      okText={T('merge')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !preview || preview.collisions.length > 0 }}
      isChanged={false}
      onOk={() => void merge()}
      onClose={onClose}
    >
      {error && <ErrorState message={failureSentence(error)} />}
      {!error && !(rows && preview) && <LoadingState />}
      {rows && preview && (
        <Body
          preview={preview}
          rows={rows}
          picked={picked}
          pick={(key, side) => setPicked({ ...picked, [key]: side })}
          swap={swap}
        />
      )}
    </EntryDialog>
  );
}
