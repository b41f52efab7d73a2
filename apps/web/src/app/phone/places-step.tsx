import { useCallback, useState } from 'react';

import { BackButton, Heading, MainButton, Problem, Waiting } from './parts.tsx';
import css from './phone.module.css';
import { readPlaces, type FreeRange, type Service } from './phone-calls.ts';
import { T } from './phone-texts.ts';
import { dayParts, dayWords } from './phone-words.ts';
import { factsOf } from './services-step.tsx';
import { useRead } from './use-read.ts';

import type { Place } from './use-steps.ts';

interface Choice {
  readonly key: string;
  readonly words: string;
  readonly spoken?: string;
  readonly free: number;
}

interface ChoicesProps {
  readonly title: string;
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

function Choices({ title, name, choices, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset className={css['choices']}>
      <legend>{title}</legend>
      <div className={css['chips']}>
        {choices.map(({ key, words, spoken, free }) => (
          <label key={key} className={css['chip']}>
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === chosen}
              disabled={free === 0}
              aria-label={`${spoken ?? words} ${free === 0 ? T('full') : T('free', { n: free })}`}
              onChange={() => onChoose(key)}
            />
            <span>{words}</span>
            <small>{free === 0 ? T('full') : T('free', { n: free })}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Days with places, earliest first. */
function daysOf(ranges: readonly FreeRange[]): readonly Choice[] {
  const free = new Map<string, number>();
  for (const { days } of ranges) for (const { day, free: left } of days) free.set(day, (free.get(day) ?? 0) + left);
  return [...free]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, left]) => {
      const { date, weekday } = dayParts(day);
      return { key: day, words: `${date} ${weekday}`, spoken: dayWords(day), free: left };
    });
}

const timesOf = (ranges: readonly FreeRange[], day: string): readonly Choice[] =>
  ranges.flatMap(({ timeRange, days }) =>
    days.filter((each) => each.day === day).map(({ free }) => ({ key: timeRange, words: timeRange, free })),
  );

interface PlacesProps {
  readonly service: Service;
  readonly onBack: () => void;
  readonly onPick: (place: Place) => void;
}

interface TimesProps {
  readonly ranges: readonly FreeRange[];
  readonly day: string | undefined;
  readonly time: string | undefined;
  readonly onDay: (day: string) => void;
  readonly onTime: (time: string) => void;
}

function Times({ ranges, day, time, onDay, onTime }: TimesProps) {
  const days = daysOf(ranges);
  if (days.every(({ free }) => free === 0)) return <p className={css['hint']}>{T('noPlaces')}</p>;
  return (
    <>
      <Choices title={T('day')} name="day" choices={days} chosen={day} onChoose={onDay} />
      {day !== undefined && (
        <Choices title={T('time')} name="time" choices={timesOf(ranges, day)} chosen={time} onChoose={onTime} />
      )}
    </>
  );
}

export function PlacesStep({ service, onBack, onPick }: PlacesProps) {
  const { value, problem, again } = useRead(useCallback(() => readPlaces(service), [service]));
  const [day, setDay] = useState<string>();
  const [time, setTime] = useState<string>();
  const choose = (picked: string): void => {
    setDay(picked);
    setTime(undefined);
  };
  const place = day !== undefined && time !== undefined ? { day, timeRange: time } : undefined;
  return (
    <>
      <main>
        <BackButton onBack={onBack} />
        <Heading>{service.title}</Heading>
        <p className={css['hint']}>{factsOf(service)}</p>
        {service.introduction !== '' && <p className={css['prose']}>{service.introduction}</p>}
        <Problem problem={problem} onRetry={again} />
        {!value && problem === undefined && <Waiting />}
        {value && <Times ranges={value} day={day} time={time} onDay={choose} onTime={setTime} />}
      </main>
      <MainButton isOff={!place} onPress={() => place && onPick(place)}>
        {T('next')}
      </MainButton>
    </>
  );
}
