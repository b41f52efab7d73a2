import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';

export type LinkState = 'unused' | 'used' | 'expired' | 'revoked';

export interface PhoneLink {
  readonly id: number;
  readonly phoneMasked: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly creatorName: string;
  readonly state: LinkState;
  readonly canRevoke: boolean;
}

export interface StoredPhone {
  readonly contactId: number | null;
  readonly name: string;
  readonly phoneMasked: string;
}

interface Links {
  readonly phones: readonly StoredPhone[];
  readonly links: readonly PhoneLink[];
}

export interface Wanted {
  readonly purpose: 'booking';
  readonly contactId?: number;
  readonly expireHours: number;
  readonly isSent: boolean;
}

export interface NewLink {
  readonly url: string;
  readonly expiresAt: string;
  readonly phoneMasked: string;
  readonly isSent: boolean;
}

/** The links of a client, and the calls that make and revoke them. */
export function usePhoneLinks(userId: number, onProblem: (problem: unknown) => void) {
  const client = useQueryClient();
  const key = ['phoneLinks', userId];
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: key });
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Links>('PhoneAccess/GetLinks', { userId }, { signal }),
    staleTime: 0,
  });
  const make = useMutation({
    mutationFn: (wanted: Wanted) => api.post<NewLink>('PhoneAccess/CreateLink', { userId, ...wanted }),
    onMutate: () => onProblem(undefined),
    onSuccess: refresh,
    onError: onProblem,
  });
  const revoke = useMutation({
    mutationFn: (id: number) => api.post('PhoneAccess/Revoke', { id }),
    onMutate: () => onProblem(undefined),
    onSuccess: refresh,
    onError: onProblem,
  });
  return { read, make, revoke };
}
