import { fenOf, type Money } from './money.ts';

// 中国人民银行《支付结算办法》附一《正确填写票据和结算凭证的基本规定》.
const digits = '零壹贰叁肆伍陆柒捌玖';
const places = ['', '拾', '佰', '仟'];

/** Below 10,000: zeros inside a number are one 零, zeros at its end none. */
function sectionOf(number: number): string {
  const words = String(number)
    .split('')
    .toReversed()
    .map((digit, place) => {
      return digit === '0' ? '零' : `${digits[Number(digit)] ?? ''}${places[place] ?? ''}`;
    });
  return words.toReversed().join('').replaceAll(/零+/g, '零').replace(/零$/, '');
}

/** The part above a unit, and the part below it; 零 where the highest place of the part below is empty. */
function joined(number: number, { unit, size }: { readonly unit: string; readonly size: number }): string {
  const below = number % size;
  return `${numberWords(Math.floor(number / size))}${unit}${below > 0 && below < size / 10 ? '零' : ''}${numberWords(below)}`;
}

function numberWords(number: number): string {
  if (number >= 100_000_000) return joined(number, { unit: '亿', size: 100_000_000 });
  return number >= 10_000 ? joined(number, { unit: '万', size: 10_000 }) : sectionOf(number);
}

/** Jiao and fen behind the yuan; 零 where there are fen without jiao, 整 where the amount ends before the fen. */
function tailOf(fen: number, hasYuan: boolean): string {
  const [tenths, hundredths] = [Math.floor(fen / 10), fen % 10];
  const gap = hasYuan && tenths === 0 && hundredths > 0 ? '零' : '';
  const jiao = tenths === 0 ? '' : `${digits[tenths] ?? ''}角`;
  return `${gap}${jiao}${hundredths === 0 ? '整' : `${digits[hundredths] ?? ''}分`}`;
}

/**
 * An amount in the words of cheques and receipts.
 * @example inChinese(moneyOf(123.45)) // 壹佰贰拾叁元肆角伍分
 */
export function inChinese(amount: Money): string {
  const fen = Math.abs(fenOf(amount));
  const yuan = Math.floor(fen / 100);
  if (fen === 0) return '零元整';
  return `${fenOf(amount) < 0 ? '负' : ''}${yuan === 0 ? '' : `${numberWords(yuan)}元`}${tailOf(fen % 100, yuan > 0)}`;
}
