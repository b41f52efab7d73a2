import { expect, test } from 'vitest';

import { englishOf, readNotice } from './read-notice.ts';

const of2026 = `国务院办公厅关于2026年部分节假日安排的通知
经国务院批准，现将具体安排通知如下。
一、元旦：1月1日（周四）至3日（周六）放假调休，共3天。1月4日（周日）上班。
二、春节：2月15日（农历腊月二十八、周日）至23日（农历正月初七、周一）放假调休，共9天。2月14日（周六）、2月28日（周六）上班。
三、清明节：4月4日（周六）至6日（周一）放假，共3天。
四、劳动节：5月1日（周五）至5日（周二）放假调休，共5天。5月9日（周六）上班。
五、端午节：6月19日（周五）至21日（周日）放假，共3天。
六、中秋节：9月25日（周五）至27日（周日）放假，共3天。
七、国庆节：10月1日（周四）至7日（周三）放假调休，共7天。9月20日（周日）、10月10日（周六）上班。`;

const of2025 = `一、元旦：1月1日（周三）放假1天，不调休。
二、春节：1月28日（农历除夕、周二）至2月4日（农历正月初七、周二）放假调休，共8天。1月26日（周日）、2月8日（周六）上班。
六、国庆节、中秋节：10月1日（周三）至8日（周三）放假调休，共8天。9月28日（周日）、10月11日（周六）上班。`;

const short = (year: number, text: string): readonly string[] =>
  readNotice(year, text).map(({ day, kind, name, weekday }) =>
    `${day.slice(5)} ${kind} ${name} ${weekday ?? ''}`.trim(),
  );

test('the notice of 2026 gives its days off and its make-up workdays with the weekday they stand for', () => {
  const read = short(2026, of2026);
  expect(read.filter((line) => line.includes('holiday'))).toHaveLength(33);
  expect(read.filter((line) => line.includes('makeUp'))).toEqual([
    '01-04 makeUp 元旦 fri',
    '02-14 makeUp 春节 fri',
    '02-28 makeUp 春节 mon',
    '05-09 makeUp 劳动节 tue',
    '09-20 makeUp 国庆节 tue',
    '10-10 makeUp 国庆节 wed',
  ]);
  expect([read[0], read.at(-1)]).toEqual(['01-01 holiday 元旦', '10-10 makeUp 国庆节 wed']);
});

test('a single day, a span over two months, two holidays in one', () => {
  const read = short(2025, of2025);
  expect(read.filter((line) => line.includes('元旦'))).toEqual(['01-01 holiday 元旦']);
  expect(read.filter((line) => line.includes('春节'))).toHaveLength(10);
  expect(read).toContain('02-04 holiday 春节');
  expect(read).toContain('10-08 holiday 国庆节、中秋节');
  expect(read).toContain('09-28 makeUp 国庆节、中秋节 tue');
});

test('a text without holidays gives none', () => {
  expect(readNotice(2026, '')).toEqual([]);
  expect(readNotice(2026, '2026年放假安排尚未发布')).toEqual([]);
});

test('English names', () => {
  expect(englishOf('国庆节、中秋节')).toBe('National Day and Mid-autumn Festival');
  expect(englishOf('胜利日')).toBeUndefined();
});
