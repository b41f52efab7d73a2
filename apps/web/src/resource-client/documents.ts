import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { api } from '../lib/api/api.ts';
import { addressOf, type TempFile } from './temp-file.ts';

import type { IssuedContent } from '@kangmai/model/documents';

interface Asked {
  readonly template?: number | undefined;
  /** An issued version in place of the newest one; 0: the row as it is now. */
  readonly version?: number | undefined;
}

/** Has the server make the PDF of a document and returns its address, which works once. */
export const makePdf = async (key: string, id: number, asked: Asked): Promise<string> =>
  addressOf(await api.post<TempFile>('Documents/MakePdf', { key, id, ...asked }));

/** A paper of a row. */
export interface PaperKey {
  readonly key: string;
  readonly id: number;
}

export interface IssuedVersion {
  readonly version: number;
  readonly sha256: string;
  readonly issuedAt: string;
  readonly issuerName: string;
  readonly reason: string | null;
  readonly signerName: string | null;
  readonly signedAt: string | null;
  readonly isNewest: boolean;
}

/** The issued versions of a paper, the newest first, and what the user may do with them. */
export interface IssuedVersions {
  readonly versions: readonly IssuedVersion[];
  readonly mayRead: boolean;
  readonly mayIssue: boolean;
  readonly maySign: boolean;
}

/** Under which the versions of a paper are kept in the browser. */
export const issuedKey = ({ key, id }: PaperKey) => ['issuedPapers', key, id] as const;

export const useVersions = (of: PaperKey): UseQueryResult<IssuedVersions> =>
  useQuery({
    queryKey: issuedKey(of),
    queryFn: ({ signal }) => api.get<IssuedVersions>('Documents/GetVersions', { ...of }, { signal }),
  });

export const useVersion = (of: PaperKey, version: number): UseQueryResult<IssuedVersion & { content: IssuedContent }> =>
  useQuery({
    queryKey: [...issuedKey(of), version],
    queryFn: ({ signal }) =>
      api.get<IssuedVersion & { content: IssuedContent }>('Documents/GetVersion', { ...of, version }, { signal }),
  });

export const issuePaper = (of: PaperKey, reason: string | undefined): Promise<{ readonly version: number }> =>
  api.post('Documents/Issue', { ...of, reason });

export const signPaper = (
  of: PaperKey & { readonly version: number },
  proof: { readonly password?: string | undefined; readonly code?: string | undefined },
): Promise<unknown> => api.post('Documents/Sign', { ...of, ...proof });

export interface Verified {
  readonly version: number;
  readonly isIntact: boolean;
  readonly differences: readonly ('content' | 'place' | 'template' | 'former' | 'issuer' | 'signature')[];
}

export const verifyPaper = (of: PaperKey, version: number): Promise<Verified> =>
  api.get('Documents/Verify', { ...of, version });
