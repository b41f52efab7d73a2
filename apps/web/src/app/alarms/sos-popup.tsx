import AlertFilled from '@ant-design/icons/es/icons/AlertFilled';
import { client as personResource, guardianContact, positionSources, sosRecord, sosTypes } from '@kangmai/model';
import { shellCalls, sosPaths } from '@kangmai/model/menu';
import { permissionsOfWrite } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Modal } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';

import { api } from '../../lib/api/api.ts';
import { getSos, type SosFile } from '../../lib/api/resource-sos.ts';
import { formatAgo, formatSecond } from '../../lib/dates.ts';
import { defineTexts } from '../../lib/i18n/texts.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { useCan } from '../../lib/permissions.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { FieldCell } from '../../resource-screens/field-cell.tsx';
import { DescriptionList, type Description } from '../../ui/description-list.tsx';
import { useFirstOpenable } from '../navigation/use-routes.ts';

import { askWaiting, hearChange, useSosCalls, type SosCall } from './sos-calls.ts';
import css from './sos-popup.module.css';
import { useAlarmTarget } from './use-alarm-target.ts';

const MapBox = lazy(async () => ({ default: (await import('../../features/devices/map/map-box.tsx')).MapBox }));

const T = defineTexts('sos', {
  title: '紧急求助', unbound: '未绑定客户', since: '求助时间', place: '位置', located: '定位时间', kind: '求助方式', presses: '触发次数', times: '{n} 次', phone: '本人电话', guardians: '监护人与联系人', noGuardians: '没有登记监护人或联系人', noPlace: '没有位置',
  respond: '响应', open: '打开', back: '返回求助', waiting: '{n} 条求助未响应', others: '另有 {n} 条求助未响应', loading: '正在读取资料…', failed: '资料读取失败，仍可响应', map: '求助位置', fall: '跌倒', mayNot: '没有响应权限，请通知值班人员',
}, {
  title: 'Call for help', unbound: 'Unbound device', since: 'Called at', place: 'Position', located: 'Located at', kind: 'Kind', presses: 'Presses', times: '{n}', phone: 'Own phone', guardians: 'Guardians and contacts', noGuardians: 'No guardian or contact is known', noPlace: 'No position',
  respond: 'Respond', open: 'Open', back: 'Back to the call', waiting: '{n} calls wait for a response', others: '{n} more calls wait', loading: 'Loading…', failed: 'The details could not be read; you can still respond', map: 'Position of the call', fall: 'Fall', mayNot: 'You may not respond; tell the staff on duty',
});

/** A time that goes on while it is shown. */
function Ago({ at }: { readonly at: string }) {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), 10_000);
    return () => clearInterval(timer);
  }, []);
  return <>{formatAgo(at)}</>;
}

function placeOf({ row }: SosFile): Description[] {
  const { longitude, latitude, positionSource, locatedAt, address } = row.values;
  const source = positionSource === null ? null : choiceLabel(positionSources.entries[positionSource]);
  const words = address === null ? null : <FieldCell resource={sosRecord} name="address" row={row} isFull />;
  const pair = longitude === null || latitude === null ? null : `${longitude}, ${latitude}`;
  return [
    { label: source ?? T('place'), value: words ?? pair ?? T('noPlace'), wide: true },
    ...(locatedAt === null ? [] : [{ label: T('located'), value: `${formatSecond(locatedAt)}（${formatAgo(locatedAt)}）`, wide: true }]),
  ];
}

function Guardians({ file: { guardians } }: { readonly file: SosFile }) {
  return (
    <section aria-label={T('guardians')}>
      <h3>{T('guardians')}</h3>
      {guardians.length === 0 && <p>{T('noGuardians')}</p>}
      <ul className={css['guardians']}>
        {guardians.map((row) => (
          <li key={row.id}>
            <strong>{row.values.name}</strong> <FieldCell resource={guardianContact} name="relation" row={row} /> <FieldCell resource={guardianContact} name="phone" row={row} isFull />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Details({ file }: { readonly file: SosFile }) {
  const { row, person } = file;
  const { longitude, latitude, type, pressCount } = row.values;
  const place = longitude === null || latitude === null ? null : { longitude: Number(longitude), latitude: Number(latitude) };
  const items: Description[] = [
    { label: T('kind'), value: choiceLabel(sosTypes.entries[type]), wide: true }, { label: T('presses'), value: T('times', { n: pressCount ?? 1 }), wide: true },
    ...placeOf(file), ...(person ? [{ label: T('phone'), value: <FieldCell resource={personResource} name="phone" row={person} isFull />, wide: true }] : []),
  ];
  return (
    <div className={css['details']}>
      <div className={css['facts']}>
        <DescriptionList items={items} columns={1} />
        <Guardians file={file} />
      </div>
      {place && <div className={css['map']}><Suspense><PlaceOfCall place={place} /></Suspense></div>}
    </div>
  );
}

function PlaceOfCall({ place: { longitude, latitude } }: { readonly place: { readonly longitude: number; readonly latitude: number } }) {
  const [shown] = useState(() => ({ content: { markers: [{ key: 'call', title: T('map'), look: 'alarm' as const, longitude, latitude }], groups: [], lines: [] }, fit: [{ longitude, latitude }] }));
  return <MapBox name={T('map')} content={shown.content} fit={shown.fit} />;
}

interface CallProps {
  readonly call: SosCall;
  readonly others: number;
  readonly onOpen: (call: SosCall) => void;
}

/** Takes the call for the user. Somebody else may have been faster: then the answer names who. */
function useRespond(call: SosCall, onTaken: () => void): { readonly isBusy: boolean; readonly respond: () => Promise<void> } {
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

/** Who calls, and since when. */
function Head({ call, file }: { readonly call: SosCall; readonly file: SosFile | undefined }) {
  const person = file?.person;
  return (
    <div className={css['head']}>
      <AlertFilled aria-hidden="true" className={css['sign']} />
      <div>
        <h2>{file?.row.values.type === 'fall' ? T('fall') : T('title')} · {call.name || T('unbound')}</h2>
        <p>
          {person && <><FieldCell resource={personResource} name="gender" row={person} /> <FieldCell resource={personResource} name="age" row={person} isFull /> · </>}
          {T('since')} {formatSecond(call.at)}（<Ago at={call.at} />）
        </p>
      </div>
    </div>
  );
}

function Buttons({ call, others, onOpen, focused }: CallProps & { readonly focused: RefObject<HTMLButtonElement | null> }) {
  const mayRespond = useCan(permissionsOfWrite(sosRecord, 'Edit'));
  const { isBusy, respond } = useRespond(call, () => onOpen(call));
  return (
    <div className={css['foot']}>
      {others > 0 && <span role="status">{T('others', { n: others })}</span>}
      {!mayRespond && <span>{T('mayNot')}</span>}
      <Button size="large" ref={mayRespond ? null : focused} onClick={() => onOpen(call)}>{T('open')}</Button>
      {mayRespond && <Button size="large" type="primary" danger ref={focused} loading={isBusy} onClick={() => void respond()}>{T('respond')}</Button>}
    </div>
  );
}

function Call(props: CallProps) {
  const { call } = props;
  const focused = useRef<HTMLButtonElement>(null);
  const { data: file, error } = useQuery({ queryKey: ['sos', call.id], queryFn: ({ signal }) => getSos(call.id, signal), staleTime: 0 });
  return (
    <Modal
      open closable={false} mask={{ closable: false }} keyboard={false} width="100%" className={css['popup'] ?? ''}
      title={<Head call={call} file={file} />} footer={<Buttons {...props} focused={focused} />} afterOpenChange={() => focused.current?.focus()}
    >
      {file ? <Details file={file} /> : <p role="status">{error ? T('failed') : T('loading')}</p>}
    </Modal>
  );
}

/** Takes the notice of a case away that the popup shows already. */
function useSingleNotice(calls: readonly SosCall[]): void {
  const { notification } = App.useApp();
  useRealtime('newabnormal', ({ id }) => {
    if (calls.some(({ caseId }) => caseId === id)) setTimeout(() => notification.destroy(`alarms.${id}`));
  });
  useEffect(() => {
    for (const { caseId } of calls) notification.destroy(`alarms.${caseId}`);
  }, [calls, notification]);
}

/** Calls for help above every page. Only a response closes it; opening a case folds it into a line. */
export function SosPopup() {
  const calls = useSosCalls((state) => state.calls);
  const [folded, fold] = useState<readonly number[]>([]);
  const navigate = useNavigate();
  const cases = useAlarmTarget();
  const records = useFirstOpenable(sosPaths);
  useSingleNotice(calls);
  // A call that was answered and comes back opens again.
  useEffect(() => fold((before) => before.filter((id) => calls.some((call) => call.id === id))), [calls]);
  const shown = calls.find(({ id }) => !folded.includes(id));
  const open = ({ id, caseId }: SosCall): void => {
    fold((before) => [...before, id]);
    if (cases && caseId !== null) void navigate(`${cases}?id=${caseId}`);
    else if (records) void navigate(`${records}?id=${id}`);
  };
  if (!shown) {
    return (
      <div role="alert" className={css['line']}>
        <AlertFilled aria-hidden="true" /> {T('waiting', { n: calls.length })}
        <Button size="small" onClick={() => fold([])}>{T('back')}</Button>
      </div>
    );
  }
  return <Call key={shown.id} call={shown} others={calls.length - 1} onOpen={open} />;
}
