import { isRealDay, wholeYears } from './age.ts';

/** Outcome of checking an identity document number. */
export type IdCheck =
  | {
      readonly ok: true;
      readonly number: string;
      readonly birthday?: string;
      readonly sex?: 1 | 2;
      readonly upgraded?: true;
    }
  | { readonly ok: false; readonly reason: IdProblem };

/** Why a number is refused. */
export type IdProblem =
  | 'id.length'
  | 'id.characters'
  | 'id.region'
  | 'id.birthday'
  | 'id.check-character'
  | 'id.format';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const checkCharacters = '10X98765432';

const provinces = new Set([
  11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 50, 51, 52, 53, 54, 61, 62, 63,
  64, 65, 71, 81, 82, 83,
]);

/** What the check may use besides the number itself. */
export interface ResidentIdOptions {
  /** Local day YYYY-MM-DD; birth may be neither after it nor more than 130 years before. */
  readonly today: string;
  /** Knows current and historical six-digit GB/T 2260 codes; without it only the province is checked. */
  readonly isRegion?: (code: string) => boolean;
}

/**
 *  Check character of the first 17 digits: ISO 7064 MOD 11-2 as in GB 11643-1999; undefined unless they are 17 digits.
 */
export function residentCheckCharacter(first17: string): string | undefined {
  if (!/^\d{17}$/.test(first17)) {
    return undefined;
  }
  const sum = weights.reduce((total, weight, index) => total + weight * Number(first17[index]), 0);
  return checkCharacters[sum % 11];
}

/** A 15-digit legacy number as 18 characters (19 inserted, check character added); undefined unless it is 15 digits. */
export function upgradeLegacyId(number: string): string | undefined {
  if (!/^\d{15}$/.test(number)) {
    return undefined;
  }
  const first17 = `${number.slice(0, 6)}19${number.slice(6)}`;
  return `${first17}${residentCheckCharacter(first17) ?? ''}`;
}

/**
 * Checks a resident ID number (GB 11643-1999), 18 characters or 15 legacy digits. The answer has the number in its
 * stored form (upper-case X, 18 characters), birthday `YYYY-MM-DD` and sex (1 男, 2 女: 17th digit odd is male).
 */
export function checkResidentId(input: string, options: ResidentIdOptions): IdCheck {
  const typed = input.trim().toUpperCase();
  const upgraded = upgradeLegacyId(typed);
  const number = upgraded ?? typed;
  const problem = residentProblem(number, options);
  if (problem) {
    return { ok: false, reason: problem };
  }
  return {
    ok: true,
    number,
    birthday: birthdayOf(number),
    sex: sexOf(number),
    ...(upgraded ? { upgraded: true } : {}),
  };
}

function residentProblem(number: string, options: ResidentIdOptions): IdProblem | undefined {
  if (number.length !== 18) {
    return 'id.length';
  }
  if (!/^\d{17}[\dX]$/.test(number)) {
    return 'id.characters';
  }
  if (!isKnownRegion(number.slice(0, 6), options)) {
    return 'id.region';
  }
  if (!isPossibleBirthday(number, options.today)) {
    return 'id.birthday';
  }
  return residentCheckCharacter(number.slice(0, 17)) === number[17] ? undefined : 'id.check-character';
}

function isKnownRegion(code: string, { isRegion }: ResidentIdOptions): boolean {
  return provinces.has(Number(code.slice(0, 2))) && (isRegion?.(code) ?? true);
}

function isPossibleBirthday(number: string, today: string): boolean {
  const birthday = birthdayOf(number);
  const day = {
    year: Number(number.slice(6, 10)),
    month: Number(number.slice(10, 12)),
    day: Number(number.slice(12, 14)),
  };
  if (!isRealDay(day)) {
    return false;
  }
  const age = wholeYears(birthday, today);
  return age !== undefined && age <= 130;
}

function birthdayOf(number: string): string {
  return `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
}

function sexOf(number: string): 1 | 2 {
  return Number(number[16]) % 2 === 1 ? 1 : 2;
}
