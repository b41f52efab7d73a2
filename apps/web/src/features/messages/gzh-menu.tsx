import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Flex, Input, Select } from 'antd';
import { useId, useState } from 'react';

import { gzhSetting } from '@kangmai/model/platform';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { T } from './gzh-menu-texts.ts';
import css from './gzh.module.css';
import {
  buttonAt,
  childrenOf,
  menuActions,
  mostBelow,
  mostTop,
  moved,
  placeOfProblem,
  sentMenu,
  withButton,
  withNewButton,
  withoutButton,
  type Menu,
  type MenuAction,
  type MenuButton,
  type Place,
} from './gzh-menu-draft.ts';

interface Draft {
  readonly menu: Menu;
  readonly place: Place;
}

interface PartProps {
  readonly draft: Draft;
  readonly set: (draft: Draft) => void;
}

interface KeyProps extends PartProps {
  readonly at: Place;
}

/** A button as on the phone; a click chooses it. */
function Key({ draft, set, at }: KeyProps) {
  const { name = '' } = buttonAt(draft.menu, at) ?? {};
  const isChosen = at.top === draft.place.top && at.below === draft.place.below;
  return (
    <button type="button" className={css['key']} aria-pressed={isChosen} onClick={() => set({ ...draft, place: at })}>
      {name || T('unnamed')}
    </button>
  );
}

function AddKey({ draft: { menu }, set, at, name }: KeyProps & { readonly name: string }) {
  return (
    <button
      type="button"
      className={css['add']}
      aria-label={name}
      title={name}
      onClick={() => set({ menu: withNewButton(menu, at), place: at })}
    >
      +
    </button>
  );
}

/** The menu as a phone shows it: the chosen button is open. */
function Phone({ draft, set }: PartProps) {
  const { menu, place } = draft;
  const open = childrenOf(menu[place.top]);
  return (
    <div className={css['phone']} role="group" aria-label={T('preview')}>
      <div className={css['screen']}>
        {menu[place.top] && (
          <div className={css['below']} style={{ insetInlineStart: `${(place.top * 100) / mostTop}%` }}>
            {open.map((_, below) => (
              <Key key={below} draft={draft} set={set} at={{ top: place.top, below }} />
            ))}
            {open.length < mostBelow && (
              <AddKey draft={draft} set={set} at={{ top: place.top, below: open.length }} name={T('addBelow')} />
            )}
          </div>
        )}
      </div>
      <div className={css['bar']}>
        {menu.map((_, top) => (
          <Key key={top} draft={draft} set={set} at={{ top }} />
        ))}
        {menu.length < mostTop && <AddKey draft={draft} set={set} at={{ top: menu.length }} name={T('addTop')} />}
      </div>
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string | null | undefined;
  readonly max: number;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly rows?: number;
}

function Field({ label, value, max, onChange, hint, rows }: FieldProps) {
  const id = useId();
  const shared = { id, value: value ?? '', maxLength: max };
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <Input {...shared} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <Input.TextArea {...shared} rows={rows} onChange={({ target }) => onChange(target.value)} />
      )}
      {hint !== undefined && <small>{hint}</small>}
    </div>
  );
}

interface ActionProps {
  readonly button: MenuButton;
  readonly change: (part: Partial<MenuButton>) => void;
}

function ActionFields({ button, change }: ActionProps) {
  const id = useId();
  const type = button.type ?? 'view';
  return (
    <>
      <div className={css['field']}>
        <label htmlFor={id}>{T('action')}</label>
        <Select<MenuAction>
          id={id}
          value={type}
          options={menuActions.map((value) => ({ value, label: T(value) }))}
          onChange={(value) => change({ type: value })}
        />
      </div>
      {type === 'miniprogram' && (
        <>
          <Field label="AppID" value={button.appId} max={32} onChange={(appId) => change({ appId })} />
          <Field
            label={T('pagePath')}
            value={button.pagePath}
            max={256}
            onChange={(path) => change({ pagePath: path })}
          />
        </>
      )}
      {type === 'click' ? (
        <Field label={T('reply')} value={button.reply} max={600} rows={4} onChange={(reply) => change({ reply })} />
      ) : (
        <Field
          label={T('url')}
          value={button.url}
          max={1024}
          onChange={(url) => change({ url })}
          {...(type === 'miniprogram' && { hint: T('urlHint') })}
        />
      )}
    </>
  );
}

/** What the chosen button is called and does. */
function Chosen({ draft, set }: PartProps) {
  const { menu, place } = draft;
  const button = buttonAt(menu, place);
  if (!button) return <p className={css['side']}>{T('nothing')}</p>;
  const change = (part: Partial<MenuButton>): void =>
    set({ menu: withButton(menu, place, { ...button, ...part }), place });
  const remove = (): void => set({ menu: withoutButton(menu, place), place: { top: place.top } });
  return (
    <div className={css['side']}>
      <Field
        label={T('name')}
        value={button.name}
        max={40}
        hint={T(place.below === undefined ? 'nameTop' : 'nameBelow')}
        onChange={(name) => change({ name })}
      />
      {childrenOf(button).length > 0 ? <p>{T('hasBelow')}</p> : <ActionFields button={button} change={change} />}
      <Flex gap={8}>
        <Button onClick={() => set(moved(menu, place, -1))}>{T('before')}</Button>
        <Button onClick={() => set(moved(menu, place, 1))}>{T('after')}</Button>
        <Button danger onClick={remove}>
          {T('remove')}
        </Button>
      </Flex>
    </div>
  );
}

const placeNamedBy = (error: unknown): Place | undefined =>
  error instanceof ApiError ? placeOfProblem(error.validationErrors[0]?.members?.[0] ?? '') : undefined;

/** The menu of the account: a phone to choose a button on, its values, and the publication. */
export function GzhMenuDialog({ menu: stored, onClose }: { readonly menu: Menu; readonly onClose: () => void }) {
  const { message, modal } = App.useApp();
  const [draft, setDraft] = useState<Draft>({ menu: stored, place: { top: 0 } });
  const [problem, setProblem] = useState<string>();
  const publish = useMutation({
    mutationFn: () =>
      api.post<{ readonly ok: boolean; readonly message: string }>('GzhSetting/PublishMenu', {
        menu: sentMenu(draft.menu),
      }),
    onSuccess: async (answer) => {
      if (!answer.ok) return setProblem(answer.message);
      void message.success(answer.message);
      await refreshRows(gzhSetting);
      onClose();
    },
    onError: (error) => {
      setProblem(failureSentence(error));
      setDraft({ ...draft, place: placeNamedBy(error) ?? draft.place });
    },
  });
  const ask = (): void =>
    void modal.confirm({
      title: T('question'),
      content: T('questionText'),
      okText: T('publish'),
      onOk: () => publish.mutate(),
    });
  return (
    <EntryDialog
      title={T('menu')}
      width={820}
      okText={T('publish')}
      cancelText={L('word.cancel')}
      confirmLoading={publish.isPending}
      isChanged={draft.menu !== stored}
      onOk={ask}
      onClose={onClose}
    >
      {problem !== undefined && (
        <Alert type="error" showIcon role="alert" title={problem} className={css['problem'] ?? ''} />
      )}
      <div className={css['editor']}>
        <Phone draft={draft} set={setDraft} />
        <Chosen key={`${draft.place.top} ${draft.place.below}`} draft={draft} set={setDraft} />
      </div>
    </EntryDialog>
  );
}
