/** The most that a column of money holds, in fen. */
const mostFen = 999_999_999_999;

/** Whole fen; a number that only this folder reads. */
interface Fen {
  readonly unit: 'fen';
}

/** An amount of yuan in whole fen. Immutable; only the functions of this folder calculate with it. */
export class Money {
  readonly fen: Fen;

  constructor(fen: Fen) {
    this.fen = fen;
  }

  /** The exact text with two decimals: `168.50`. */
  toString(): string {
    const digits = String(Math.abs(fenOf(this))).padStart(3, '0');
    return `${fenOf(this) < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }

  /** Yuan as a number, as it travels. */
  toJSON(): number {
    return toYuan(this);
  }
}

/** The whole fen of an amount. */
export const fenOf = ({ fen }: Money): number => fen as unknown as number;

/** The amount of so many whole fen; throws for anything else. */
export function moneyOfFen(fen: number): Money {
  if (!Number.isSafeInteger(fen)) throw new RangeError('an amount of money is no whole number of fen');
  return new Money((fen + 0) as unknown as Fen);
}

/** Yuan as a number: the nearest to the exact amount, which prints with the same decimals. */
export const toYuan = (amount: Money): number => fenOf(amount) / 100;

/** Why a value is no amount of money. */
export type MoneyProblem = 'not-number' | 'too-many-decimals' | 'too-large';

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?$/;
const exponentText = /^[+-]?\d+(?:\.\d+)?[eE][+-]?\d+$/;

/** Numbers that print with an exponent or not at all are too small or too large. */
function readExponent(text: string): Money | MoneyProblem {
  const plain = String(Number(text));
  if (decimalText.test(plain)) return readText(plain);
  return plain.includes('e-') ? 'too-many-decimals' : 'too-large';
}

function readText(text: string): Money | MoneyProblem {
  if (exponentText.test(text)) return readExponent(text);
  const [, sign, whole = '', decimals = ''] = decimalText.exec(text) ?? [];
  if (sign === undefined) return 'not-number';
  if (/[1-9]/.test(decimals.slice(2))) return 'too-many-decimals';
  const fen = Number(whole + decimals.slice(0, 2).padEnd(2, '0'));
  return fen > mostFen ? 'too-large' : moneyOfFen(sign === '-' ? -fen : fen);
}

/**
 * Reads yuan from a number or numeric text. A third decimal is refused, never rounded.
 * @example readMoney('168.5') // 168.50
 */
export function readMoney(value: unknown): Money | MoneyProblem {
  if (value instanceof Money) return Math.abs(fenOf(value)) > mostFen ? 'too-large' : value;
  if (typeof value === 'number') return Number.isFinite(value) ? readText(String(value)) : 'not-number';
  return typeof value === 'string' ? readText(value.trim()) : 'not-number';
}

/** The amount of so many yuan; throws for what is no amount. */
export function moneyOf(yuan: number | string): Money {
  const amount = readMoney(yuan);
  if (amount instanceof Money) return amount;
  throw new RangeError(`${yuan} is no amount of money: ${amount}`);
}

/** The most that can be stored. */
export const mostMoney = moneyOfFen(mostFen);
