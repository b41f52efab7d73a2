import { useQuery } from '@tanstack/react-query';
import { Button, Modal, QRCode, Segmented } from 'antd';
import { useRef, useState } from 'react';

import { api } from '../../lib/api/api.ts';
import { formatMinute } from '../../lib/dates.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './education-texts.ts';
import css from './education.module.css';

type Purpose = 'enrol' | 'signIn';

interface ActivityCode {
  readonly url: string;
  readonly expiresAt: string;
}

/** A code at the door lives for minutes; a new one is read every minute. */
const renewMs = 60_000;

const useCode = (id: number, purpose: Purpose) =>
  useQuery({
    queryKey: ['activityCode', id, purpose],
    queryFn: ({ signal }) => api.get<ActivityCode>('HealthEducation/GetQrCode', { id, purpose }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: purpose === 'signIn' ? renewMs : false,
    refetchIntervalInBackground: true,
  });

interface ShownProps {
  readonly title: string;
  readonly purpose: Purpose;
  readonly code: ActivityCode;
}

function ShownCode({ title, purpose, code }: ShownProps) {
  const poster = useRef<HTMLElement>(null);
  const address = location.origin + code.url;
  return (
    <>
      <figure ref={poster} className={css['poster']}>
        <figcaption className={css['caption']}>
          {title} · {T(purpose)}
        </figcaption>
        <QRCode
          aria-label={T('code', { kind: T(purpose) })}
          type="svg"
          value={address}
          size={320}
          color="#000"
          bgColor="#fff"
          bordered={false}
        />
        <p>{T('until', { until: formatMinute(code.expiresAt) })}</p>
      </figure>
      <Button block onClick={() => void poster.current?.requestFullscreen()}>
        {T('full')}
      </Button>
      {purpose === 'enrol' && <CopyLine label={T('link')} value={address} />}
    </>
  );
}

interface DialogProps {
  readonly id: number;
  readonly title: string;
  readonly isEnrolling: boolean;
  readonly onClose: () => void;
}

/** The QR codes of an activity: one for posters, one for the screen at the door. */
export function ActivityCodesDialog({ id, title, isEnrolling, onClose }: DialogProps) {
  const [purpose, setPurpose] = useState<Purpose>(isEnrolling ? 'enrol' : 'signIn');
  const { data, error, refetch } = useCode(id, purpose);
  const options = (['enrol', 'signIn'] as const).map((value) => ({ value, label: T(value) }));
  return (
    <Modal open title={T('title', { title })} onCancel={onClose} footer={null}>
      <div className={css['codes']}>
        <Segmented block aria-label={T('kind')} options={options} value={purpose} onChange={setPurpose} />
        <p className={css['hint']}>{T(`${purpose}Hint`)}</p>
        {data && <ShownCode title={title} purpose={purpose} code={data} />}
        {!data && error && <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState />}
      </div>
    </Modal>
  );
}
