import { describe, expect, it } from 'vitest';
import { parseCsv, readRecording } from './replay-file.ts';

const zone = 'Asia/Shanghai';

describe('a recorded file', () => {
  it('is read with quotes, commas and line breaks inside cells', () => {
    expect(parseCsv('\uFEFFa,"b ""c"", d"\r\n1,"x\ny"\n\n,2')).toEqual([
      ['a', 'b "c", d'],
      ['1', 'x\ny'],
      ['', '2'],
    ]);
  });

  it('gives pressure with its pulse from the columns of the published home readings, oldest first', () => {
    const text =
      '"DateTime","Month","Meal_Time","Sys.mmHg.","Dias.mmHg.","bpDelta","Pulse.bpm."\n2019-08-01 09:15:54,8,"Breakfast",132,80,52,79\n2019-07-31 11:39:59,7,"Lunch",126,77,49,62\n';
    expect(readRecording(text, zone)).toEqual({
      leftOut: 0,
      readings: [
        {
          line: 3,
          kind: 'bp',
          measuredAt: Date.parse('2019-07-31T03:39:59Z'),
          values: { high: 126, low: 77, heart: 62 },
        },
        {
          line: 2,
          kind: 'bp',
          measuredAt: Date.parse('2019-08-01T01:15:54Z'),
          values: { high: 132, low: 80, heart: 79 },
        },
      ],
    });
  });

  it('knows other figures, Chinese names, and times with their own zone', () => {
    expect(readRecording('测量时间,血糖\n2024-01-02T08:00:00+02:00,6.1', zone).readings).toEqual([
      { line: 2, kind: 'bloodSugar', measuredAt: Date.parse('2024-01-02T06:00:00Z'), values: { bloodSugar: 6.1 } },
    ]);
    expect(readRecording('time,SpO2,HR\n2024-01-02 08:00:00,97,66', zone).readings[0]).toMatchObject({
      kind: 'spo2',
      values: { spo2: 97, heart: 66 },
    });
    expect(readRecording('time,heart rate\n2024-01-02 08:00:00,66', zone).readings[0]).toMatchObject({
      kind: 'heart',
      values: { heart: 66 },
    });
  });

  it('leaves out rows that lack a time or a figure, and says so', () => {
    const { readings, leftOut } = readRecording(
      'time,sys,dia\nsoon,120,80\n2024-01-02 08:00:00,120,\n2024-01-03 08:00:00,121,81',
      zone,
    );
    expect([readings.map(({ line }) => line), leftOut]).toEqual([[4], 2]);
  });

  it('is refused when it has no time or no known figure', () => {
    expect(() => readRecording('sys,dia\n1,2', zone)).toThrow(/time of measurement.*sys, dia/);
    expect(() => readRecording('time,mood\n2024-01-02,3', zone)).toThrow(/figure/);
  });
});
