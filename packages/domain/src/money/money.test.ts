import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMoney, compareMoney, inChinese, percent, shareOut, subtractMoney, timesMoney } from './index.ts';
import { fenOf, type Money, moneyOf, moneyOfFen, readMoney, toYuan } from './money.ts';

const amounts = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }).map(moneyOfFen);
const texts = (list: readonly Money[]): readonly string[] => list.map(String);

describe('an amount', () => {
  test.each([
    [168.5, '168.50'],
    ['0.1', '0.10'],
    [' -3 ', '-3.00'],
    ['1.500', '1.50'],
    ['1.5e3', '1500.00'],
    [-0, '0.00'],
    [0.07, '0.07'],
    [9_999_999_999.99, '9999999999.99'],
  ])('%s reads as %s', (given, text) => expect(String(readMoney(given))).toBe(text));

  test.each([
    ['0.005', 'too-many-decimals'],
    [0.1 + 0.2, 'too-many-decimals'],
    ['1e-7', 'too-many-decimals'],
    [1e15, 'too-large'],
    [-1e15, 'too-large'],
    ['1e400', 'too-large'],
    ['10000000000', 'too-large'],
    ['1,5', 'not-number'],
    ['', 'not-number'],
    [Number.NaN, 'not-number'],
    [{}, 'not-number'],
    [true, 'not-number'],
  ])('%s is refused: %s', (given, problem) => expect(readMoney(given)).toBe(problem));

  test('every amount survives its text, its number and JSON', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        for (const given of [String(amount), toYuan(amount), JSON.parse(JSON.stringify(amount))])
          expect(fenOf(readMoney(given) as Money)).toBe(fenOf(amount));
      }),
    );
  });

  test('sums, products and comparisons are exact', () => {
    expect(String(addMoney([moneyOf(0.1), moneyOf(0.2)]))).toBe('0.30');
    expect(String(timesMoney(moneyOf(19.99), 3))).toBe('59.97');
    expect(String(subtractMoney(moneyOf(1), moneyOf(1.01)))).toBe('-0.01');
    expect(compareMoney(moneyOf(20), moneyOf(150))).toBe(-1);
    expect(() => timesMoney(moneyOf(1), 0.5)).toThrow('whole number');
    expect(() => moneyOf(0.001)).toThrow('too-many-decimals');
    expect(() => moneyOfFen(1.5)).toThrow('whole number of fen');
  });
});

describe('percentages', () => {
  test.each([
    [0.5, 5, '0.03'],
    [-0.5, 5, '-0.03'],
    [1.01, 50, '0.51'],
    [100, 33.333, '33.33'],
    [9_999_999_999.99, 100, '9999999999.99'],
    [10, 1e-7, '0.00'],
  ])('%s by %s percent', (amount, percentage, text) => expect(String(percent(moneyOf(amount), percentage))).toBe(text));

  test('are off by half a fen at most, and up at the half', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, hundredths) => {
        const exact = BigInt(fenOf(amount)) * BigInt(hundredths);
        const off = BigInt(fenOf(percent(amount, hundredths / 100))) * 10_000n - exact;
        const away = exact < 0n ? -off : off;
        expect(away > -5000n && away <= 5000n).toBe(true);
      }),
    );
  });
});

describe('shares', () => {
  test.each([
    [100, [1, 1, 1], ['33.34', '33.33', '33.33']],
    [0.02, [1, 1, 1], ['0.01', '0.01', '0.00']],
    [-0.02, [1, 1, 1], ['-0.01', '-0.01', '0.00']],
    [10, [0, 70.5, 29.5], ['0.00', '7.05', '2.95']],
    [0, [3], ['0.00']],
  ])('%s by %s', (total, weights, shares) => expect(texts(shareOut(moneyOf(total), weights))).toEqual(shares));

  test('what has no weight is refused', () => {
    for (const weights of [[], [0, 0], [1, -1], [2, -1], [Number.NaN]])
      expect(() => shareOut(moneyOf(1), weights)).toThrow(RangeError);
  });

  test('come to the total exactly, each less than a fen off', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(amounts, weights, (total, given) => {
        fc.pre(given.some((weight) => weight > 0));
        const shares = shareOut(
          total,
          given.map((weight) => weight / 100),
        );
        expect(fenOf(addMoney(shares))).toBe(fenOf(total));
        const all = BigInt(given.reduce((sum, weight) => sum + weight, 0));
        for (const [at, share] of shares.entries()) {
          const off = BigInt(fenOf(share)) * all - BigInt(fenOf(total)) * BigInt(given[at] ?? 0);
          expect(off < all && off > -all).toBe(true);
        }
      }),
    );
  });
});

/** Reads the words back: yuan by their parts above and below 亿 and 万, then jiao and fen. */
function fenInWords(words: string): bigint {
  const digits = '零壹贰叁肆伍陆柒捌玖';
  const digitAt = (text: string, unit: string): bigint => {
    const at = text.indexOf(unit);
    return at < 1 ? 0n : BigInt(digits.indexOf(text[at - 1] ?? ''));
  };
  const section = (text: string): bigint =>
    digitAt(text, '仟') * 1000n +
    digitAt(text, '佰') * 100n +
    digitAt(text, '拾') * 10n +
    BigInt(Math.max(0, digits.indexOf(text.at(-1) ?? '零')));
  const split = (text: string, unit: string): readonly [string, string] => {
    const at = text.lastIndexOf(unit);
    return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)];
  };
  const [yuan, rest] = split(words.replace('负', ''), '元');
  const [hundredMillions, below] = split(yuan, '亿');
  const [tenThousands, ones] = split(below, '万');
  const whole = section(hundredMillions) * 100_000_000n + section(tenThousands) * 10_000n + section(ones);
  const fen = whole * 100n + digitAt(rest, '角') * 10n + digitAt(rest, '分');
  return words.startsWith('负') ? -fen : fen;
}

describe('in Chinese', () => {
  test.each([
    [0, '零元整'],
    [123.45, '壹佰贰拾叁元肆角伍分'],
    [10, '壹拾元整'],
    [1409.5, '壹仟肆佰零玖元伍角整'],
    [6007.14, '陆仟零柒元壹角肆分'],
    [1680.32, '壹仟陆佰捌拾元叁角贰分'],
    [107_000.53, '壹拾万柒仟元伍角叁分'],
    [16_409.02, '壹万陆仟肆佰零玖元零贰分'],
    [325.04, '叁佰贰拾伍元零肆分'],
    [0.05, '伍分'],
    [0.5, '伍角整'],
    [200_500, '贰拾万零伍佰元整'],
    [100_010_000, '壹亿零壹万元整'],
    [1_000_000_001.01, '壹拾亿零壹元零壹分'],
    [9_999_999_999.99, '玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
    [-20, '负贰拾元整'],
  ])('%s is %s', (amount, words) => expect(inChinese(moneyOf(amount))).toBe(words));

  test('every amount can be read back, with one 零 at a time and 整 or 分 at the end', () => {
    const any = fc.oneof(
      amounts,
      fc.integer({ min: 0, max: 10 }).map((power) => moneyOfFen(10 ** power + 1)),
    );
    fc.assert(
      fc.property(any, (amount) => {
        const words = inChinese(amount);
        expect(fenInWords(words)).toBe(BigInt(fenOf(amount)));
        expect(words).toMatch(/^负?[^零].*[整分]$|^零元整$/);
        expect(words).not.toMatch(/零零|零[拾佰仟万亿角分]|零元[^整]/);
      }),
      { numRuns: 1000 },
    );
  });
});
