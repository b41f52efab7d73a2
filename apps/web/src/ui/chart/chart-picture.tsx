import { useEffect, useRef } from 'react';

import { vitalOption } from './chart-option.ts';
import { dailyOption } from './daily-option.ts';
import { init } from './echarts.ts';

import type { ThemeName } from '../tokens.ts';
import type { VitalSeries } from './vital-series.ts';

export function ChartPicture({
  series,
  height,
  theme,
  isDaily,
}: {
  series: readonly VitalSeries[];
  height: number | string;
  theme: ThemeName;
  isDaily: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init> | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const made = init(element, null, { renderer: 'canvas' });
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(isDaily ? dailyOption(series, theme) : vitalOption(series, theme), { notMerge: true });
  }, [series, theme, isDaily]);

  return <div ref={box} style={{ height }} aria-hidden="true" />;
}
