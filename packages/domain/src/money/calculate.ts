import { fenOf, moneyOfFen, type Money } from './money.ts';

/** The sum of amounts; of none 0.00. */
export const addMoney = (amounts: readonly Money[]): Money =>
  moneyOfFen(amounts.reduce((total, amount) => total + fenOf(amount), 0));

export const subtractMoney = (from: Money, amount: Money): Money => moneyOfFen(fenOf(from) - fenOf(amount));

/** An amount taken a whole number of times, such as a price by its quantity. */
export function timesMoney(amount: Money, count: number): Money {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is no whole number`);
  return moneyOfFen(fenOf(amount) * count);
}

/** Below 0 when the first amount is less than the second, 0 when they are equal. */
export const compareMoney = (one: Money, other: Money): number => Math.sign(fenOf(one) - fenOf(other));

interface Decimal {
  /** The number times ten to the power of its scale. */
  readonly units: bigint;
  readonly scale: number;
}

/** A number by the decimals that it prints. */
function decimalOf(number: number): Decimal {
  if (!Number.isFinite(number)) throw new RangeError(`${number} is no decimal`);
  const [digits = '', exponent = '0'] = String(number).split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  const scale = decimals.length - Number(exponent);
  const units = BigInt(whole + decimals);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

const absolute = (number: bigint): bigint => (number < 0n ? -number : number);

/**
 * A percentage of an amount, rounded half up to the fen; of a negative amount as of its opposite, so that a refund
 * mirrors its payment.
 * @example percent(moneyOf(0.5), 5) // 0.03
 */
export function percent(amount: Money, percentage: number): Money {
  const { units, scale } = decimalOf(percentage);
  const exact = BigInt(fenOf(amount)) * units;
  const whole = 100n * 10n ** BigInt(scale);
  const rounded = (absolute(exact) * 2n + whole) / (whole * 2n);
  return moneyOfFen(Number(exact < 0n ? -rounded : rounded));
}

/**
 * What a quantity costs at a price of each, rounded half up to the fen. Both are exact as they print, so a price may
 * have more decimals than an amount.
 * @example costOf(0.5469, 120.5) // 65.90
 */
export function costOf(price: number, quantity: number): Money {
  const [one, other] = [decimalOf(price), decimalOf(quantity)];
  const exact = one.units * other.units * 100n;
  const whole = 10n ** BigInt(one.scale + other.scale);
  const rounded = (absolute(exact) * 2n + whole) / (whole * 2n);
  return moneyOfFen(Number(exact < 0n ? -rounded : rounded));
}

function unitsOf(weights: readonly number[]): readonly bigint[] {
  const decimals = weights.map(decimalOf);
  const scale = Math.max(0, ...decimals.map((decimal) => decimal.scale));
  return decimals.map((decimal) => decimal.units * 10n ** BigInt(scale - decimal.scale));
}

/**
 * Divides an amount by weights: the shares add up to it exactly, none is off by a whole fen. The fen that remain go to
 * the largest remainders, among equal ones to the first (method of Hamilton).
 * @example shareOut(moneyOf(100), [1, 1, 1]) // 33.34, 33.33, 33.33
 */
export function shareOut(total: Money, weights: readonly number[]): readonly Money[] {
  const units = unitsOf(weights);
  const all = units.reduce((sum, unit) => sum + unit, 0n);
  if (units.some((unit) => unit < 0n) || all === 0n)
    throw new RangeError('weights are at least 0, and one of them is more');
  const fen = absolute(BigInt(fenOf(total)));
  const shares = units.map((unit, at) => ({ at, whole: (fen * unit) / all, rest: (fen * unit) % all }));
  const remaining = Number(fen - shares.reduce((sum, { whole }) => sum + whole, 0n));
  const order = shares.toSorted((one, other) =>
    one.rest === other.rest ? one.at - other.at : one.rest > other.rest ? -1 : 1,
  );
  const rounded = new Set(order.slice(0, remaining).map(({ at }) => at));
  return shares.map(({ at, whole }) => {
    const share = Number(whole) + (rounded.has(at) ? 1 : 0);
    return moneyOfFen(fenOf(total) < 0 ? -share : share);
  });
}
