import type { SessionUser } from '../../lib/session/session.types.ts';

/** Family name first without a space; many accounts hold the whole name in one field. */
export function fullName({ surname, name }: Pick<SessionUser, 'surname' | 'name'>): string {
  if (surname === '' || name.startsWith(surname)) return name;
  return /[一-鿿]/.test(surname + name) ? `${surname}${name}` : `${name} ${surname}`;
}
