import { wordParts } from '@kangmai/resource';

import { useFileAddress } from '../../resource-client/use-file-address.ts';

import type { ReactNode } from 'react';

/** A text of a template, with values in the place of its placeholders. */
export const Words = ({ text, valueOf }: { readonly text: string; readonly valueOf: (name: string) => ReactNode }) =>
  wordParts(text).map((part, at) => <span key={at}>{'text' in part ? part.text : valueOf(part.name)}</span>);

export function Logo({ file }: { readonly file: string }) {
  const address = useFileAddress(file);
  return address === undefined ? null : <img src={address} alt="" height={32} />;
}
