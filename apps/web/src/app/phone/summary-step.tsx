import { useState } from 'react';

import { BackButton, Heading, MainButton, Problem } from './parts.tsx';
import css from './phone.module.css';
import { book, type Service } from './phone-calls.ts';
import { T } from './phone-texts.ts';
import { dayWords } from './phone-words.ts';
import { priceWords } from './services-step.tsx';

import type { Place } from './use-steps.ts';

interface SummaryProps {
  readonly service: Service;
  readonly place: Place;
  readonly onBack: () => void;
  readonly onBooked: (status: 0 | 1) => void;
}

/** Names one wish to book, so that a repetition after a lost answer books nothing twice. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function Facts({ service, place }: Pick<SummaryProps, 'service' | 'place'>) {
  return (
    <dl className={css['facts']}>
      <dt>{T('service')}</dt>
      <dd>{service.title}</dd>
      <dt>{T('when')}</dt>
      <dd>
        {dayWords(place.day)} {place.timeRange}
      </dd>
      {service.place !== null && (
        <>
          <dt>{T('where')}</dt>
          <dd>{service.place}</dd>
        </>
      )}
      {service.price !== null && (
        <>
          <dt>{T('cost')}</dt>
          <dd>{priceWords(service.price)}</dd>
        </>
      )}
    </dl>
  );
}

export function SummaryStep({ service, place, onBack, onBooked }: SummaryProps) {
  const [key] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const submit = (): void => {
    setBusy(true);
    setProblem(undefined);
    const wanted = { healthServicesId: service.id, appointmentDate: place.day, timeRange: place.timeRange };
    book(wanted, key)
      .then(({ status }) => onBooked(status), setProblem)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <main>
        <BackButton onBack={onBack} />
        <Heading>{T('summary')}</Heading>
        <Facts service={service} place={place} />
        {service.needApprove && <p className={css['hint']}>{T('needsApproval')}</p>}
        <Problem problem={problem} />
      </main>
      <MainButton isBusy={isBusy} onPress={submit}>
        {T('submit')}
      </MainButton>
    </>
  );
}

interface DoneProps extends Pick<SummaryProps, 'service' | 'place'> {
  readonly status: 0 | 1;
  readonly onOwn: () => void;
}

export function DoneStep({ service, place, status, onOwn }: DoneProps) {
  return (
    <>
      <main>
        <Heading>{T(`done${status}`)}</Heading>
        <Facts service={service} place={place} />
      </main>
      <MainButton onPress={onOwn}>{T('toOwn')}</MainButton>
    </>
  );
}
