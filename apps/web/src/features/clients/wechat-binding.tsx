import { guardianContact, type client } from '@kangmai/model/clients';
import { permissionsOfWrite } from '@kangmai/resource';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Flex, Modal } from 'antd';
import { useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { useCan } from '../../lib/permissions.ts';
import { refreshRows, rowKeys } from '../../resource-client/row-keys.ts';
import { rowName } from '../../resource-client/row-name.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { T } from './binding-texts.ts';

type Bindable = typeof client | typeof guardianContact;

interface Whose {
  readonly resource: Bindable;
  readonly id: number;
  readonly name: string;
}

interface Binding {
  readonly canBind: boolean;
  readonly isBound: boolean;
  readonly openId: string | null;
}

interface Code {
  readonly picture: string;
  readonly validSeconds: number;
}

const pollMs = 3000;

function useBinding({ resource, id }: Whose, isShown: boolean) {
  return useQuery({
    queryKey: [...rowKeys.all(resource), 'wechat', id],
    queryFn: ({ signal }) => api.get<Binding>(`${resource.wire.service}/GetWechatBinding`, { id }, { signal }),
    staleTime: 0,
    refetchInterval: isShown ? pollMs : false,
  });
}

function BindingState({ binding: { isBound, openId } }: { readonly binding: Binding }) {
  if (!isBound) return <StatusTag tone="neutral">{T('unbound')}</StatusTag>;
  return (
    <>
      <StatusTag tone="success">{T('bound')}</StatusTag> {openId}
    </>
  );
}

interface CodeProps {
  readonly code: Code;
  readonly name: string;
}

function ShownCode({ code: { picture, validSeconds }, name }: CodeProps) {
  return (
    <figure style={{ margin: '16px 0', textAlign: 'center' }}>
      <img src={picture} alt={T('codeOf', { name })} width={240} height={240} style={{ background: '#fff' }} />
      <figcaption>{T('scan', { name, n: validSeconds / 60 })}</figcaption>
    </figure>
  );
}

interface PartProps {
  readonly whose: Whose;
  readonly onProblem: (failure: unknown) => void;
}

function UnbindButton({
  whose: { resource, id, name },
  onProblem,
  onDone,
}: PartProps & { readonly onDone: () => void }) {
  const { modal } = App.useApp();
  const unbind = useMutation({
    mutationFn: () => api.post(`${resource.wire.service}/UnbindWechat`, { id }),
    onSuccess: onDone,
    onError: onProblem,
  });
  const ask = (): void =>
    void modal.confirm({ title: T('unbindAsked', { name }), content: T('unbindText'), onOk: () => unbind.mutate() });
  return (
    <Button danger loading={unbind.isPending} onClick={ask}>
      {T('unbind')}
    </Button>
  );
}

type Shown = Code & { readonly before: string | null };

interface MakeProps extends PartProps {
  readonly openId: string | null;
  readonly word: string;
  readonly onMade: (shown: Shown) => void;
}

function MakeButton({ whose: { resource, id }, openId, word, onMade, onProblem }: MakeProps) {
  const make = useMutation({
    mutationFn: () => api.post<Code>(`${resource.wire.service}/MakeWechatCode`, { id }),
    onMutate: () => onProblem(undefined),
    onSuccess: (code) => onMade({ ...code, before: openId }),
    onError: onProblem,
  });
  return (
    <Button type="primary" loading={make.isPending} onClick={() => make.mutate()}>
      {word}
    </Button>
  );
}

interface ShowingProps extends PartProps {
  readonly binding: Binding;
  readonly shown: Shown | undefined;
  readonly onMade: (shown: Shown) => void;
  readonly onUnbound: () => void;
}

function BindingView({ whose, binding, shown, onMade, onUnbound, onProblem }: ShowingProps) {
  const { canBind, isBound, openId } = binding;
  const isUsed = openId !== null && openId !== shown?.before;
  const word = T(shown ? 'another' : 'make');
  return (
    <>
      <p aria-live="polite">
        <BindingState binding={binding} />
      </p>
      <p>{T(canBind ? 'hint' : 'noAccount')}</p>
      {shown && !isUsed && <ShownCode code={shown} name={whose.name} />}
      <Flex gap={8}>
        {canBind && <MakeButton {...{ whose, openId, word, onProblem, onMade }} />}
        {isBound && <UnbindButton whose={whose} onProblem={onProblem} onDone={onUnbound} />}
      </Flex>
    </>
  );
}

/** Reads the state again while a code waits for its scan. */
function BindingRead(part: PartProps) {
  const [shown, setShown] = useState<Shown>();
  const { data, error, refetch } = useBinding(part.whose, shown !== undefined);
  const again = (): void => void refetch();
  if (error) return <ErrorState message={failureSentence(error)} onRetry={again} />;
  if (!data) return <LoadingState />;
  return <BindingView {...part} binding={data} shown={shown} onMade={setShown} onUnbound={again} />;
}

/** Shows whether a person or contact has bound WeChat; a code to scan binds it, staff can end the binding. */
function BindingDialog({ whose, onClose }: { readonly whose: Whose; readonly onClose: () => void }) {
  const [problem, setProblem] = useState<unknown>();
  const close = (): void => {
    void refreshRows(whose.resource);
    onClose();
  };
  return (
    <Modal open title={T('title', { name: whose.name })} onCancel={close} footer={null}>
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={failureSentence(problem)} />}
      <BindingRead whose={whose} onProblem={setProblem} />
    </Modal>
  );
}

/** Opens the binding of WeChat; hidden from those who may not change the person or contact. */
export function BindingButton(whose: Whose) {
  const mayEdit = useCan(permissionsOfWrite(whose.resource, 'Edit'));
  const [isOpen, setOpen] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <LinkButton aria-label={T('title', { name: whose.name })} onClick={() => setOpen(true)}>
        {T('wechat')}
      </LinkButton>
      {isOpen && <BindingDialog whose={whose} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The binding of a contact, at its row. */
export function ContactBinding() {
  const row = useRowContext(guardianContact);
  return <BindingButton resource={guardianContact} id={row.id} name={rowName(guardianContact, row)} />;
}
