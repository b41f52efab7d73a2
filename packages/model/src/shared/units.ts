/** English for the units of figures that are written in Chinese; one for each, wherever the unit stands. */
export const englishUnits: Readonly<Record<string, string>> = {
  元: 'CNY',
  人: 'persons',
  分: 'points',
  分钟: 'min',
  岁: 'years',
  月: 'months',
  次: 'times',
  '次/分': '/min',
  '次/时': '/h',
  步: 'steps',
  秒: 's',
  级: 'level',
};
