import { useEffect, useRef, useState } from 'react';

import { Problem, Waiting } from './parts.tsx';
import css from './phone.module.css';
import { readCover, readServices, type Service } from './phone-calls.ts';
import { T } from './phone-texts.ts';
import { useRead } from './use-read.ts';

/** The picture of a service, read when it comes into view. */
function Cover({ id }: { readonly id: number }) {
  const place = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watch.disconnect();
      readCover(id).then(setPicture, () => undefined);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [id]);
  return (
    <div ref={place} className={css['cover']}>
      {picture !== null && <img src={picture} alt="" />}
    </div>
  );
}

export const priceWords = (price: number): string =>
  price === 0 ? T('noCharge') : T('price', { price: price.toFixed(2) });

export const factsOf = ({ minutes, price, provider }: Service): string =>
  [minutes === null ? '' : T('minutes', { n: minutes }), price === null ? '' : priceWords(price), provider ?? '']
    .filter((fact) => fact !== '')
    .join(' · ');

function ServiceCard({ service, onPick }: { readonly service: Service; readonly onPick: () => void }) {
  return (
    <li>
      <button type="button" className={css['card']} onClick={onPick}>
        {service.hasCover && <Cover id={service.id} />}
        <span className={css['cardText']}>
          <strong>{service.title}</strong>
          <span className={css['hint']}>{factsOf(service)}</span>
          {service.place !== null && <span className={css['hint']}>{T('place', { place: service.place })}</span>}
        </span>
      </button>
    </li>
  );
}

export function ServicesStep({ onPick }: { readonly onPick: (service: Service) => void }) {
  const { value, problem, again } = useRead(readServices);
  if (problem !== undefined) return <Problem problem={problem} onRetry={again} />;
  if (!value) return <Waiting />;
  if (value.length === 0) return <p className={css['hint']}>{T('noServices')}</p>;
  return (
    <ul className={css['list']}>
      {value.map((service) => (
        <ServiceCard key={service.id} service={service} onPick={() => onPick(service)} />
      ))}
    </ul>
  );
}
