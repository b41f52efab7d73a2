import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button } from 'antd';
import dayjs from 'dayjs';

import { DayPicker } from '../../../ui/date-picker.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import css from './calendar.module.css';
import { T } from './calendar-texts.ts';
import { today } from '../../../lib/calendar-days.ts';

import type { ReactNode } from 'react';

interface HeadProps {
  readonly day: string;
  readonly title: string;
  readonly earlier: readonly [name: string, day: string];
  readonly later: readonly [name: string, day: string];
  readonly onGo: (day: string) => void;
  readonly children?: ReactNode;
}

export function CalendarHead({ day, title, earlier, later, onGo, children }: HeadProps) {
  return (
    <div className={css['head']}>
      <Button onClick={() => onGo(today())}>{T('today')}</Button>
      <IconButton name={earlier[0]} icon={<LeftOutlined />} onClick={() => onGo(earlier[1])} />
      <IconButton name={later[0]} icon={<RightOutlined />} onClick={() => onGo(later[1])} />
      <h2 className={css['title']} aria-live="polite">
        {title}
      </h2>
      {children}
      <label className={css['goTo']}>
        <span className="visually-hidden">{T('goTo')}</span>
        <DayPicker
          value={dayjs(day)}
          format="YYYY-MM-DD"
          onChange={(chosen) => chosen && onGo(chosen.format('YYYY-MM-DD'))}
        />
      </label>
    </div>
  );
}
