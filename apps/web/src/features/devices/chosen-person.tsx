import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';

import { formatSecond } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { formatQuantity } from '../../lib/units.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './device-texts.ts';
import css from './devices.module.css';
import { newestPosition, type Person, type Position } from './positions.ts';
import { useLocateNow } from './use-locate-now.ts';
import { useMayCommand } from './use-send-command.ts';

interface ChosenPersonProps {
  readonly person: Person;
  readonly onPosition: (position: Position | null) => void;
  readonly onClose: () => void;
}

function Known({ position }: { readonly position: Position }) {
  const items = [
    { label: T('locatedAt'), value: formatSecond(position.at) },
    { label: T('kind'), value: position.kind || L('word.empty') },
    {
      label: T('accuracy'),
      value: position.accuracy === null ? T('unknown') : formatQuantity(position.accuracy, 'm', 0),
    },
    { label: T('battery'), value: position.battery === null ? T('unknown') : formatQuantity(position.battery, '%', 0) },
    ...(position.address ? [{ label: T('address'), value: position.address, wide: true }] : []),
  ];
  return <DescriptionList items={items} columns={1} />;
}

export function ChosenPerson({ person, onPosition, onClose }: ChosenPersonProps) {
  const navigate = useNavigate();
  const mayCommand = useMayCommand();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['position', person.clientId],
    queryFn: ({ signal }) => newestPosition(person.clientId, signal),
  });
  const found = useEffectEvent(onPosition);
  useEffect(() => {
    if (data !== undefined) found(data);
  }, [data]);
  const locate = useLocateNow(person.imei, () => void refetch());
  return (
    <section aria-label={T('position')} className={css['chosen']}>
      <div className={`${css['row']} ${css['spread']}`}>
        <h2>{person.name}</h2>
        <IconButton
          name={`${T('close')} ${person.name}`}
          tip={false}
          icon={<CloseOutlined />}
          size="small"
          type="text"
          onClick={onClose}
        />
      </div>
      {isPending && <LoadingState />}
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data === null && <p className={css['quiet']}>{T('noPosition')}</p>}
      {data && <Known position={data} />}
      <div className={css['row']}>
        {mayCommand && (
          <Button size="small" loading={locate.isWaiting} onClick={locate.start}>
            {T('locateNow')}
          </Button>
        )}
        <Button size="small" onClick={() => void navigate(`${screenPath('track')}?userId=${person.clientId}`)}>
          {T('showTrack')}
        </Button>
      </div>
      <p role="status" className={css['quiet']}>
        {locate.isWaiting ? T('locating') : ''}
      </p>
    </section>
  );
}
