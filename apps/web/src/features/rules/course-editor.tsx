import { courseMetrics, coursesOfKind } from '@kangmai/domain';
import { useState } from 'react';

import { B } from './builder-texts.ts';
import { freshCourse, type DraftCourse } from './draft.ts';
import { MetricSlot, OperatorSlot } from './figure-slots.tsx';
import { rangeHint } from './figure-words.ts';
import { ChoiceSlot, NumberSlot, useBuilder } from './slot.tsx';
import css from './builder.module.css';

interface CourseProps<C> {
  readonly course: C;
  readonly onChange: (course: DraftCourse) => void;
}

type CourseOf<K extends DraftCourse['kind']> = Extract<DraftCourse, { kind: K }>;

const path = 'condition.history';
const turns = ['rise', 'fall'] as const;

function MetSlots({
  course,
  isDays,
  onChange,
}: CourseProps<CourseOf<'share'> | CourseOf<'days'>> & { readonly isDays: boolean }) {
  const unit = B(isDays ? 'days' : 'times');
  return (
    <>
      <NumberSlot
        label={B(isDays ? 'ofDays' : 'ofReadings')}
        path={`${path}.of`}
        value={course.of}
        isWhole
        unit={unit}
        onChange={(of) => onChange({ ...course, of })}
      />
      <NumberSlot
        label={B('met')}
        path={`${path}.met`}
        value={course.met}
        isWhole
        unit={unit}
        onChange={(met) => onChange({ ...course, met })}
      />
    </>
  );
}

function ChangeSlots({ course, onChange }: CourseProps<CourseOf<'change'>>) {
  const { kind } = useBuilder();
  const [turn, setTurn] = useState<(typeof turns)[number]>((course.amount ?? 0) < 0 ? 'fall' : 'rise');
  const isPercent = course.unit === 'percent';
  const signed = (size: number | null, towards: typeof turn): number | null =>
    size === null ? null : towards === 'fall' ? -Math.abs(size) : Math.abs(size);
  const turnTo = (next: typeof turn): void => {
    setTurn(next);
    onChange({ ...course, amount: signed(course.amount, next) });
  };
  return (
    <>
      <ChoiceSlot
        label={B('turn')}
        path={`${path}.turn`}
        value={turn}
        options={turns.map((each) => ({ value: each, label: B(`turn.${each}`) }))}
        onChange={turnTo}
      />
      <NumberSlot
        label={B('amount')}
        path={`${path}.amount`}
        value={course.amount === null ? null : Math.abs(course.amount)}
        unit={isPercent ? '%' : rangeHint(kind, course.metric).unit}
        onChange={(amount) => onChange({ ...course, amount: signed(amount, turn) })}
      />
      <ChoiceSlot
        label={B('unit')}
        path={`${path}.unit`}
        value={course.unit}
        options={[
          { value: 'absolute' as const, label: B('absoluteUnit') },
          { value: 'percent' as const, label: B('percentUnit') },
        ]}
        onChange={(unit) => onChange({ ...course, unit })}
      />
      <NumberSlot
        label={B('withinDays')}
        path={`${path}.days`}
        value={course.days}
        isWhole
        unit={B('days')}
        onChange={(days) => onChange({ ...course, days })}
      />
    </>
  );
}

function DaysSlots({ course, onChange }: CourseProps<CourseOf<'days'>>) {
  const { kind } = useBuilder();
  return (
    <>
      <OperatorSlot path={`${path}.op`} value={course.op} onChange={(op) => onChange({ ...course, op })} />
      <NumberSlot
        label={B('limit')}
        path={`${path}.value`}
        value={course.value}
        onChange={(value) => onChange({ ...course, value })}
        {...rangeHint(kind, course.metric)}
      />
      <MetSlots isDays course={course} onChange={onChange} />
    </>
  );
}

function NightSlots({ course, onChange }: CourseProps<CourseOf<'nightMean'>>) {
  const { kind } = useBuilder();
  return (
    <>
      <OperatorSlot path={`${path}.op`} value={course.op} onChange={(op) => onChange({ ...course, op })} />
      <NumberSlot
        label={B('limit')}
        path={`${path}.value`}
        value={course.value}
        onChange={(value) => onChange({ ...course, value })}
        {...rangeHint(kind, course.metric)}
      />
      <NumberSlot
        label={B('leastReadings')}
        path={`${path}.of`}
        value={course.of}
        isWhole
        unit={B('times')}
        onChange={(of) => onChange({ ...course, of })}
      />
    </>
  );
}

function MedianSlots({ course, onChange }: CourseProps<CourseOf<'belowMedian'>>) {
  const unit = B('days');
  return (
    <>
      <NumberSlot
        label={B('percent')}
        path={`${path}.percent`}
        value={course.percent}
        unit="%"
        onChange={(percent) => onChange({ ...course, percent })}
      />
      <NumberSlot
        label={B('medianDays')}
        path={`${path}.medianDays`}
        value={course.medianDays}
        isWhole
        unit={unit}
        onChange={(medianDays) => onChange({ ...course, medianDays })}
      />
      <NumberSlot
        label={B('inRow')}
        path={`${path}.met`}
        value={course.met}
        isWhole
        unit={unit}
        onChange={(met) => onChange({ ...course, met })}
      />
    </>
  );
}

function Slots({ course, onChange }: CourseProps<DraftCourse>) {
  switch (course.kind) {
    case 'share':
      return <MetSlots isDays={false} course={course} onChange={onChange} />;
    case 'change':
      return <ChangeSlots course={course} onChange={onChange} />;
    case 'days':
      return <DaysSlots course={course} onChange={onChange} />;
    case 'nightMean':
      return <NightSlots course={course} onChange={onChange} />;
    case 'belowMedian':
      return <MedianSlots course={course} onChange={onChange} />;
  }
}

export function CourseEditor({ course, onChange }: CourseProps<DraftCourse>) {
  const { kind } = useBuilder();
  return (
    <div className={css['row']}>
      <ChoiceSlot
        breadth="wide"
        label={B('course')}
        path={`${path}.kind`}
        value={course.kind}
        options={coursesOfKind(kind).map((each) => ({ value: each, label: B(`course.${each}`) }))}
        onChange={(next) => next !== course.kind && onChange(freshCourse(kind, next, course.metric))}
      />
      {course.kind !== 'share' && (
        <MetricSlot
          path={`${path}.metric`}
          value={course.metric}
          metrics={courseMetrics(kind, course.kind)}
          onChange={(metric) => onChange({ ...course, metric })}
        />
      )}
      <Slots key={course.kind} course={course} onChange={onChange} />
    </div>
  );
}
