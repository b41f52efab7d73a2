import AlertFilled from '@ant-design/icons/es/icons/AlertFilled';
import { sosRecord } from '@kangmai/model/alerts';
import { client as personResource, guardianContact } from '@kangmai/model/clients';
import { shellCalls, shellPermissions, sosPaths } from '@kangmai/model/menu';
import { permissionsOfWrite } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Modal } from 'antd';
import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { CallMap, callFacts } from '../../features/alerts/call-file.tsx';
import { T } from '../../features/alerts/call-texts.ts';
import { UrgentPhone } from '../../features/alerts/urgent-value.tsx';
import { api } from '../../lib/api/api.ts';
import { getCase, type CaseFile } from '../../resource-client/cases.ts';
import { getSos, type SosFile } from '../../resource-client/sos.ts';
import { formatSecond } from '../../lib/dates.ts';
import { useCan } from '../../lib/permissions.ts';
import { usePersonMeasured } from '../../lib/person-measured.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { useNow } from '../../lib/use-now.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { DescriptionList, type Description } from '../../ui/description-list.tsx';
import { useFirstOpenable } from '../navigation/use-routes.ts';

import { LevelTag } from './alarm-parts.tsx';
import { useSound } from './alarm-sound.ts';
import { askWaiting, foldCall, hearChange, unfoldCalls, useUrgentCalls, type UrgentCall } from './sos-calls.ts';
import css from './sos-popup.module.css';
import { alarmsShown } from './shown-alarms.ts';
import { SoundButton } from './sound-button.tsx';
import { endGrace, startGrace, useIsQuiet } from './urgent-grace.ts';
import { Others, Waited, WaitingBar } from './urgent-queue.tsx';
import { useAlarmTarget } from './use-alarm-target.ts';

const tickMs = 10_000;
const critical = 4;
/** Above the notices, below the sign-in dialog of an expired session. */
const zIndex = 1900;

type Contacts = Pick<CaseFile, 'person' | 'guardians'>;

function Guardians({ guardians }: Pick<Contacts, 'guardians'>) {
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

function ownPhone({ person }: Pick<Contacts, 'person'>, whose: string): Description[] {
  if (!person) return [];
  return [
    { label: T('phone'), value: <UrgentPhone resource={personResource} row={person} whose={whose} />, wide: true },
  ];
}

interface Details<F> {
  readonly file: F;
  readonly whose: string;
}

/** Drawn once a call: other calls that arrive meanwhile do not touch its map. */
const SosDetails = memo(function SosDetails({ file, whose }: Details<SosFile>) {
  const now = useNow(tickMs);
  const { row, person, guardians } = file;
  return (
    <div className={css['details']}>
      <div className={css['facts']}>
        <DescriptionList items={[...ownPhone(file, whose), ...callFacts({ row, person, whose, now })]} columns={1} />
        <Guardians guardians={guardians} />
      </div>
      <CallMap row={row} className={css['map']} />
    </div>
  );
});

const CaseDetails = memo(function CaseDetails({ file, whose }: Details<CaseFile>) {
  const { finding, latestAt, readingCount, normalRange } = file.row.values;
  const facts: Description[] = [
    { label: T('finding'), value: finding, wide: true },
    { label: T('latest'), value: formatSecond(latestAt), wide: true },
    { label: T('range'), value: normalRange, wide: true },
    { label: T('count'), value: readingCount, wide: true },
  ];
  return (
    <div className={css['details']}>
      <div className={css['facts']}>
        <DescriptionList items={[...facts, ...ownPhone(file, whose)]} columns={1} />
      </div>
      <div className={css['facts']}>
        <Guardians guardians={file.guardians} />
      </div>
    </div>
  );
});

interface CallProps {
  readonly call: UrgentCall;
  readonly others: readonly UrgentCall[];
  readonly onChoose: (key: string) => void;
  readonly onOpen: (call: UrgentCall) => void;
}

/** Takes the call for the user; when somebody else was faster, the answer names that user. */
function useRespond(
  call: UrgentCall,
  onTaken: () => void,
): { readonly isBusy: boolean; readonly respond: () => Promise<void> } {
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const respond = async (): Promise<void> => {
    setBusy(true);
    try {
      if (call.kind === 'sos') await api.post(shellCalls.sosSave, { id: call.id, state: 1 });
      else await api.post(shellCalls.alarmClaim, { id: call.id });
      onTaken();
      hearChange(call.kind, { id: call.id, state: 1 });
    } catch (error) {
      void message.error(error instanceof Error ? error.message : String(error));
      void askWaiting();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, respond };
}

/** The file of a call for help or of a case; at most one of them is read. */
interface CallFile {
  readonly sos?: SosFile;
  readonly case?: CaseFile;
}

function titleOf({ kind }: UrgentCall, { sos }: CallFile): string {
  if (kind === 'case') return T('critical');
  return sos?.row.values.type === 'fall' ? T('fall') : T('title');
}

function Head({ call, file }: { readonly call: UrgentCall; readonly file: CallFile }) {
  const person = (file.sos ?? file.case)?.person;
  return (
    <div className={css['head']}>
      <AlertFilled aria-hidden="true" className={css['sign']} />
      <div>
        <h2>
          <LevelTag level={critical} /> {titleOf(call, file)} · {call.name || T('unbound')}
        </h2>
        <p>
          {person && (
            <>
              <FieldCell resource={personResource} name="gender" row={person} />{' '}
              <FieldCell resource={personResource} name="age" row={person} isFull /> ·{' '}
            </>
          )}
          {call.finding && `${call.finding} · `}
          {T(call.kind === 'sos' ? 'since' : 'alarmed')} {formatSecond(call.at)}
        </p>
      </div>
      <Waited at={call.at} />
    </div>
  );
}

interface ButtonProps extends Pick<CallProps, 'call' | 'onOpen'> {
  readonly focused: RefObject<HTMLButtonElement | null>;
}

function Buttons({ call, onOpen, focused }: ButtonProps) {
  const mayRespond = useCan(call.kind === 'sos' ? permissionsOfWrite(sosRecord, 'Edit') : shellPermissions.alarmClaim);
  const isMute = useSound(({ isBlocked }) => isBlocked);
  const { isBusy, respond } = useRespond(call, () => onOpen(call));
  return (
    <div className={css['foot']}>
      {isMute && <SoundButton />}
      {!mayRespond && <span>{T('mayNot')}</span>}
      <Button size="large" ref={mayRespond ? null : focused} onClick={() => onOpen(call)}>
        {T('open')}
      </Button>
      {mayRespond && (
        <Button size="large" type="primary" danger ref={focused} loading={isBusy} onClick={() => void respond()}>
          {T(call.kind === 'sos' ? 'respond' : 'claim')}
        </Button>
      )}
    </div>
  );
}

async function readFile({ kind, id }: UrgentCall, signal: AbortSignal): Promise<CallFile> {
  return kind === 'sos' ? { sos: await getSos(id, signal) } : { case: await getCase(id, signal) };
}

const noFile: CallFile = {};

function Call({ call, others, onChoose, onOpen }: CallProps) {
  const whose = call.name || T('unbound');
  const focused = useRef<HTMLButtonElement>(null);
  const { data: file = noFile, error } = useQuery({
    queryKey: ['urgent', call.key],
    queryFn: ({ signal }) => readFile(call, signal),
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
      footer={<Buttons call={call} onOpen={onOpen} focused={focused} />}
      afterOpenChange={() => focused.current?.focus()}
    >
      <Others calls={others} onChoose={onChoose} />
      {file.sos && <SosDetails file={file.sos} whose={whose} />}
      {file.case && <CaseDetails file={file.case} whose={whose} />}
      {file === noFile && <p role="status">{error ? T('failed') : T('loading')}</p>}
    </Modal>
  );
}

/** Closes the notice of a case that the popup already shows. */
function useSingleNotice(calls: readonly UrgentCall[]): void {
  const { notification } = App.useApp();
  useRealtime('newabnormal', ({ id }) => {
    if (calls.some(({ caseId }) => caseId === id)) setTimeout(() => notification.destroy(`alarms.${id}`));
  });
  const known = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const cases = calls.flatMap(({ caseId }) => caseId ?? []);
    for (const id of cases) if (!known.current.has(id)) notification.destroy(`alarms.${id}`);
    known.current = new Set(cases);
    alarmsShown(cases);
  }, [calls, notification]);
}

/** A critical case waits as a line while its person is measured again here. */
const isMeasured = ({ kind, personId }: UrgentCall, measured: number | null): boolean =>
  kind === 'case' && personId !== null && personId === measured;

function showAll(): void {
  usePersonMeasured.setState({ id: null });
  unfoldCalls();
}

/** Opens the case of a call on its page, where no other call covers it for a while. */
function useOpenCall(): (call: UrgentCall) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const cases = useAlarmTarget();
  const records = useFirstOpenable(sosPaths);
  return ({ key, id, caseId }) => {
    foldCall(key);
    const target = cases && caseId !== null ? cases : records;
    startGrace(target ?? pathname);
    if (target) void navigate(`${target}?id=${target === cases ? caseId : id}`);
  };
}

/** Urgent calls above every page. Only a response closes one; opening its case folds it into a line. */
export function SosPopup() {
  const { calls, folded } = useUrgentCalls();
  const [chosen, choose] = useState<string>();
  const isQuiet = useIsQuiet();
  const openCall = useOpenCall();
  useSingleNotice(calls);
  const measured = usePersonMeasured(({ id }) => id);
  const open = calls.filter((call) => !folded.includes(call.key) && !isMeasured(call, measured));
  const shown = isQuiet ? undefined : (calls.find(({ key }) => key === chosen) ?? open[0]);
  if (!shown) {
    const back = open.length > 0 ? endGrace : showAll;
    return <WaitingBar count={calls.length} first={open[0] ?? calls[0]} onBack={back} />;
  }
  return (
    <Call
      key={shown.key}
      call={shown}
      others={calls.filter((call) => call !== shown)}
      onChoose={choose}
      onOpen={(call) => {
        choose(undefined);
        openCall(call);
      }}
    />
  );
}
