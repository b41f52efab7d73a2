import { z } from 'zod';
import { notAllowed } from '../../platform/errors.ts';
import type { SealPurpose } from '../../platform/tokens.ts';
import type { Services } from '../../engine/public.ts';

export type LinkPurpose = Exclude<SealPurpose, 'hub token' | 'phone link'>;

const linkPurposes = ['password reset link', 'email activation link'] as const satisfies readonly LinkPurpose[];

const linkForm = z.object({ tenantId: z.number().int(), userId: z.number().int(), code: z.string() });

export type Link = Readonly<z.output<typeof linkForm>>;

type Parts = Pick<Services, 'tokens'>;

export const sealLink = ({ tokens }: Parts, link: Link, purpose: LinkPurpose): string =>
  tokens.seal(JSON.stringify(link), purpose);

/** Opens the `c` of a link. @throws `token.invalid` for anything but a link of the same purpose */
export function openLink({ tokens }: Parts, sealed: string, purpose: LinkPurpose): Link {
  const text = tokens.open(sealed, purpose);
  if (text === undefined) throw notAllowed('token.invalid');
  return linkForm.parse(JSON.parse(text));
}

/** The tenant of any mail's link. @throws `token.invalid` when it is no link of ours */
export function tenantOfLink(parts: Parts, sealed: string): number {
  const purpose = linkPurposes.find((each) => parts.tokens.open(sealed, each) !== undefined);
  if (purpose === undefined) throw notAllowed('token.invalid');
  return openLink(parts, sealed, purpose).tenantId;
}
