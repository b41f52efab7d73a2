import { networkOf } from './outside-address.ts';

export interface Setting<T> {
  /** Name of the environment variable. */
  env: string;
  /** The default as shown in the manual's table. */
  shownDefault: string;
  about: string;
  /** Reads the text of the variable; undefined when it is not set. Throws a sentence. */
  read(text: string | undefined): T;
}

export const optional = (text: string | undefined): string | undefined => text;

export const orElse =
  (fallback: string) =>
  (text: string | undefined): string =>
    text ?? fallback;

export const list = (text: string | undefined): string[] => (text ?? '').split(/[;,\s]+/).filter((part) => part !== '');

export function hostList(text: string | undefined): string[] {
  const hosts = list(text);
  const wrong = hosts.find((host) => networkOf(host) === undefined && !/^[a-z0-9][a-z0-9.-]*$/i.test(host));
  if (wrong !== undefined) throw new Error(`must list names, addresses and networks; ${wrong} is none`);
  return hosts;
}

export const whole =
  (min: number, max: number) =>
  (text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const number = Number(text);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  };

export const flag =
  (fallback: boolean) =>
  (text: string | undefined): boolean => {
    if (text === undefined) return fallback;
    if (/^(1|true|yes|on)$/i.test(text)) return true;
    if (/^(0|false|no|off)$/i.test(text)) return false;
    throw new Error('must be 1 or 0');
  };

export function oneOf<T extends string>(choices: readonly T[], fallback: T): (text: string | undefined) => T {
  return (text) => {
    const found = text === undefined ? fallback : choices.find((choice) => choice === text);
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };
}

export function address(protocols: readonly string[]): (text: string | undefined) => string | undefined {
  return (text) => {
    if (text === undefined) return undefined;
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
      throw new Error(`must be an address that begins with ${protocols.join('// or ')}//`);
    return text;
  };
}

export function secret(shortest: number): (text: string | undefined) => string | undefined {
  return (text) => {
    if (text !== undefined && text.length < shortest) throw new Error(`must have at least ${shortest} characters`);
    return text;
  };
}
