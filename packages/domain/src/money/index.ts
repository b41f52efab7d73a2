export { addMoney, compareMoney, costOf, percent, shareOut, subtractMoney, timesMoney } from './calculate.ts';
export { inChinese } from './in-chinese.ts';
export { Money, moneyOf, mostMoney, readMoney, toYuan, type MoneyProblem } from './money.ts';
