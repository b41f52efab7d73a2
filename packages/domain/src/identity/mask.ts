/** Resident ID: first 6 and last 4 (`110101********1234`); other documents: first 3 and last 2. */
export function maskCertificate(number: string): string {
  return /^\d{17}[\dXx]$/.test(number) ? keepEnds(number, 6, 4) : keepEnds(number, 3, 2);
}

/** Phone: first 3, four stars, last 4 (`138****5678`); landlines and short numbers keep the last 4 at most. */
export function maskPhone(phone: string): string {
  if (/^1\d{10}$/.test(phone)) {
    return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  }
  return phone.length > 4 ? `${'*'.repeat(phone.length - 4)}${phone.slice(-4)}` : '*'.repeat(phone.length);
}

/** Insurance number: the last 4 only. */
export function maskInsurance(number: string): string {
  return number.length > 4 ? `${'*'.repeat(number.length - 4)}${number.slice(-4)}` : '*'.repeat(number.length);
}

const streetUnits = ['街道', '镇', '乡'];
const villageUnits = ['居委会', '村委会', '社区', '村'];
const higherUnits = ['自治区', '自治州', '自治县', '新区', '特区', '地区', '盟', '省', '市', '区', '县', '旗'];

/**
 * Address down to street, town or village committee (`北京市海淀区中关村街道****`). Without such a unit it is cut
 * after the last district; an address without any keeps nothing.
 */
export function maskAddress(address: string): string {
  if (address === '') {
    return '';
  }
  const end = firstEnd(address, streetUnits) ?? firstEnd(address, villageUnits) ?? lastEnd(address, higherUnits) ?? 0;
  return `${address.slice(0, end)}****`;
}

function firstEnd(address: string, words: readonly string[]): number | undefined {
  const from = lastEnd(address.slice(0, streetSearchFrom(address)), higherUnits) ?? 0;
  const ends = words.flatMap((word) => {
    const at = address.indexOf(word, from + 1);
    return at < 0 ? [] : [at + word.length];
  });
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

function streetSearchFrom(address: string): number {
  const district = ['区', '县', '旗'].map((word) => address.indexOf(word)).filter((at) => at >= 0);
  return district.length > 0 ? Math.min(...district) + 1 : address.length;
}

function lastEnd(address: string, words: readonly string[]): number | undefined {
  const ends = words.flatMap((word) => {
    const at = address.lastIndexOf(word);
    return at < 0 ? [] : [at + word.length];
  });
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** Name as on public boards: `张三` → `张*`, `张小三` → `张*三`, `欧阳小三` → `欧**三`; Latin names keep first and last letter. */
export function maskName(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= 1) {
    return name;
  }
  const first = letters[0] ?? '';
  return letters.length === 2 ? `${first}*` : `${first}${'*'.repeat(letters.length - 2)}${letters.at(-1) ?? ''}`;
}

function keepEnds(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) {
    return '*'.repeat(text.length);
  }
  return `${text.slice(0, head)}${'*'.repeat(text.length - head - tail)}${text.slice(-tail)}`;
}
