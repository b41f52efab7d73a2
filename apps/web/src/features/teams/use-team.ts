import { useQuery } from '@tanstack/react-query';

import { api } from '../../lib/api/api.ts';

import type { teamRoles } from '@kangmai/model/organization';

interface TeamAnswer {
  readonly 'yS_ZLXZ': { readonly id: number; readonly rowVersion: number; readonly leaderId: number | null };
  readonly members: readonly {
    readonly id: number;
    readonly userId: number;
    readonly userName: string;
    readonly roleInTeam: (typeof teamRoles.names)[number];
  }[];
}

/** A team with its members and their names. */
export type TeamForEdit = TeamAnswer['yS_ZLXZ'] & Pick<TeamAnswer, 'members'>;

export const useTeam = (id: number) =>
  useQuery({
    queryKey: ['careTeam', 'members', id],
    queryFn: async ({ signal }): Promise<TeamForEdit> => {
      const answer = await api.get<TeamAnswer>('YS_ZLXZs/GetYS_ZLXZForEdit', { id }, { signal });
      return { ...answer['yS_ZLXZ'], members: answer.members };
    },
    staleTime: 0,
    gcTime: 0,
  });
