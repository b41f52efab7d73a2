import { invalid } from '../../platform/errors.ts';

/** The first administrator of every tenant and of the host, whose name cannot be changed. */
export const defaultAdminName = 'admin';

const characters = /^[\p{Script=Han}A-Za-z0-9._@+-]+$/u;

const isPlainName = (name: string): boolean => characters.test(name) && name === name.normalize('NFKC');

interface Named {
  readonly userName: string;
  readonly emailAddress: string;
}

/** Refuses names that could be mistaken for others, or that change the first administrator's. */
export function requireName({ userName, emailAddress }: Named, before?: Pick<Named, 'userName'>): void {
  if (before?.userName === userName) return;
  if (before?.userName.toLowerCase() === defaultAdminName) throw invalid('userName', 'user.name-fixed');
  if (!isPlainName(userName)) throw invalid('userName', 'user.name-characters');
  // Signing in searches names before addresses: such a name would hide the owner of the address.
  if (userName.includes('@') && userName.toLowerCase() !== emailAddress.toLowerCase())
    throw invalid('userName', 'user.name-is-address');
}
