/** English for the units of figures that are written in Chinese; one for each, wherever the unit stands. */
export const englishUnits: Readonly<Record<string, string>> = {
  人: 'people',
  元: 'CNY',
  '元/单位': 'CNY each',
  分: 'points',
  分钟: 'min',
  天: 'days',
  小时: 'h',
  岁: 'years',
  张: 'beds',
  月: 'months',
  次: 'times',
  '次/分': '/min',
  '次/时': '/h',
  步: 'steps',
  秒: 's',
  级: 'level',
};
