import { manualKinds, type ReadingKind } from '@kangmai/model/measurements';
import { permissionsOfWrite, type AnyResource } from '@kangmai/resource';

import { useCan } from '../lib/permissions.ts';
import { useSession } from '../lib/session/session.ts';

import type { ScreenRow } from '../resource-client/row.ts';

const dayMs = 86_400_000;
const byHand = new Set<unknown>(['manual', 'imported']);

export const isCorrectable = (kind: ReadingKind): boolean => (manualKinds as readonly ReadingKind[]).includes(kind);

interface ReadingRights {
  readonly mayCorrect: boolean;
  readonly mayVoid: boolean;
}

/** What the user may do: device readings are never rewritten; own entries can be corrected for a day. */
export function useReadingRights(resource: AnyResource, row: ScreenRow): ReadingRights {
  const userId = useSession((session) => session.user?.id);
  const canEdit = useCan(permissionsOfWrite(resource, 'Edit'));
  const canCreate = useCan(permissionsOfWrite(resource, 'Create'));
  const canVoid = useCan(permissionsOfWrite(resource, 'Delete'));
  const { origin, quality, operator, receivedAt, client } = row.values;
  const stands = quality !== 'void' && client !== null && client !== undefined;
  const isOwn = operator === userId && receivedAt instanceof Date && Date.now() - receivedAt.getTime() < dayMs;
  return { mayCorrect: stands && byHand.has(origin) && (canEdit || (isOwn && canCreate)), mayVoid: stands && canVoid };
}

/** Whether the user may correct or void readings of a kind; otherwise lists need no column for the buttons. */
export function useMayCorrectSome(kind: ReadingKind, resource: AnyResource): boolean {
  const mayAny = useCan([
    ...permissionsOfWrite(resource, 'Edit'),
    ...permissionsOfWrite(resource, 'Create'),
    ...permissionsOfWrite(resource, 'Delete'),
  ]);
  return mayAny && isCorrectable(kind);
}
