import AlertFilled from '@ant-design/icons/es/icons/AlertFilled';
import { sosRecord } from '@kangmai/model/alerts';
import { client as personResource, guardianContact } from '@kangmai/model/clients';
import { shellCalls, sosPaths } from '@kangmai/model/menu';
import { permissionsOfWrite } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Modal } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';

import { CallMap, callFacts } from '../../features/alerts/call-file.tsx';
import { T } from '../../features/alerts/call-texts.ts';
import { UrgentPhone } from '../../features/alerts/urgent-value.tsx';
import { api } from '../../lib/api/api.ts';
import { getSos, type SosFile } from '../../resource-client/sos.ts';
import { formatAgo, formatSecond } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { useNow } from '../../lib/use-now.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { DescriptionList, type Description } from '../../ui/description-list.tsx';
import { useFirstOpenable } from '../navigation/use-routes.ts';

import { askWaiting, foldCall, hearChange, unfoldCalls, useSosCalls, type SosCall } from './sos-calls.ts';
import css from './sos-popup.module.css';
import { alarmsShown } from './shown-alarms.ts';
import { useAlarmTarget } from './use-alarm-target.ts';

const tickMs = 10_000;
/** Above the notices, below the sign-in dialog of an expired session. */
const zIndex = 1900;

/** Elapsed time that keeps counting. */
const Since = ({ at }: { readonly at: string }) =>
  L('word.aside', { what: `${T('since')} ${formatSecond(at)}`, aside: formatAgo(at, useNow(tickMs)) });

function Guardians({ file: { guardians } }: { readonly file: SosFile }) {
  return (
    <section aria-label={T('guardians')}>
      <h3>{T('guardians')}</h3>
      {guardians.length === 0 && <p>{T('noGuardians')}</p>}
      <ul className={css['guardians']}>
        {guardians.map((row) => (
          <li key={row.id}>
            <strong>{row.values.name}</strong> <FieldCell resource={guardianContact} name="relation" row={row} />{' '}
            <UrgentPhone resource={guardianContact} row={row} whose={row.values.name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Details({ call, file }: { readonly call: SosCall; readonly file: SosFile }) {
  const now = useNow(tickMs);
  const { row, person } = file;
  const whose = call.name || T('unbound');
  const own: Description[] = person
    ? [{ label: T('phone'), value: <UrgentPhone resource={personResource} row={person} whose={whose} />, wide: true }]
    : [];
  return (
    <div className={css['details']}>
      <div className={css['facts']}>
        <DescriptionList items={[...own, ...callFacts({ row, person, whose, now })]} columns={1} />
        <Guardians file={file} />
      </div>
      <CallMap row={row} className={css['map']} />
    </div>
  );
}

interface CallProps {
  readonly call: SosCall;
  readonly others: number;
  readonly onOpen: (call: SosCall) => void;
}

/** Takes the call for the user; when somebody else was faster, the answer names that user. */
function useRespond(
  call: SosCall,
  onTaken: () => void,
): { readonly isBusy: boolean; readonly respond: () => Promise<void> } {
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const respond = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post(shellCalls.sosSave, { id: call.id, state: 1 });
      hearChange({ id: call.id, state: 1, responseUserName: null });
      onTaken();
    } catch (error) {
      void message.error(error instanceof Error ? error.message : String(error));
      void askWaiting();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, respond };
}

function Head({ call, file }: { readonly call: SosCall; readonly file: SosFile | undefined }) {
  const person = file?.person;
  return (
    <div className={css['head']}>
      <AlertFilled aria-hidden="true" className={css['sign']} />
      <div>
        <h2>
          {file?.row.values.type === 'fall' ? T('fall') : T('title')} · {call.name || T('unbound')}
        </h2>
        <p>
          {person && (
            <>
              <FieldCell resource={personResource} name="gender" row={person} />{' '}
              <FieldCell resource={personResource} name="age" row={person} isFull /> ·{' '}
            </>
          )}
          <Since at={call.at} />
        </p>
      </div>
    </div>
  );
}

function Buttons({
  call,
  others,
  onOpen,
  focused,
}: CallProps & { readonly focused: RefObject<HTMLButtonElement | null> }) {
  const mayRespond = useCan(permissionsOfWrite(sosRecord, 'Edit'));
  const { isBusy, respond } = useRespond(call, () => onOpen(call));
  return (
    <div className={css['foot']}>
      {others > 0 && <span role="status">{T('others', { n: others })}</span>}
      {!mayRespond && <span>{T('mayNot')}</span>}
      <Button size="large" ref={mayRespond ? null : focused} onClick={() => onOpen(call)}>
        {T('open')}
      </Button>
      {mayRespond && (
        <Button size="large" type="primary" danger ref={focused} loading={isBusy} onClick={() => void respond()}>
          {T('respond')}
        </Button>
      )}
    </div>
  );
}

function Call(props: CallProps) {
  const { call } = props;
  const focused = useRef<HTMLButtonElement>(null);
  const { data: file, error } = useQuery({
    queryKey: ['sos', call.id],
    queryFn: ({ signal }) => getSos(call.id, signal),
    staleTime: 0,
  });
  return (
    <Modal
      open
      zIndex={zIndex}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width="100%"
      className={css['popup'] ?? ''}
      title={<Head call={call} file={file} />}
      footer={<Buttons {...props} focused={focused} />}
      afterOpenChange={() => focused.current?.focus()}
    >
      {file ? <Details call={call} file={file} /> : <p role="status">{error ? T('failed') : T('loading')}</p>}
    </Modal>
  );
}

/** Closes the notice of a case that the popup already shows. */
function useSingleNotice(calls: readonly SosCall[]): void {
  const { notification } = App.useApp();
  useRealtime('newabnormal', ({ id }) => {
    if (calls.some(({ caseId }) => caseId === id)) setTimeout(() => notification.destroy(`alarms.${id}`));
  });
  useEffect(() => {
    for (const { caseId } of calls) notification.destroy(`alarms.${caseId}`);
    alarmsShown(calls.flatMap(({ caseId }) => caseId ?? []));
  }, [calls, notification]);
}

/** SOS calls above every page. Only a response closes a call; opening its case folds it into a line. */
export function SosPopup() {
  const { calls, folded } = useSosCalls();
  const navigate = useNavigate();
  const cases = useAlarmTarget();
  const records = useFirstOpenable(sosPaths);
  useSingleNotice(calls);
  const shown = calls.find(({ id }) => !folded.includes(id));
  const openCase = ({ id, caseId }: SosCall): void => {
    foldCall(id);
    if (cases && caseId !== null) void navigate(`${cases}?id=${caseId}`);
    else if (records) void navigate(`${records}?id=${id}`);
  };
  if (!shown) {
    return (
      <div role="alert" className={css['line']}>
        <AlertFilled aria-hidden="true" /> {T('waiting', { n: calls.length })}
        <Button size="small" onClick={unfoldCalls}>
          {T('back')}
        </Button>
      </div>
    );
  }
  return <Call key={shown.id} call={shown} others={calls.length - 1} onOpen={openCase} />;
}
