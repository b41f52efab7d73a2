import { manualKinds, type ReadingKind } from '@kangmai/model/measurements';
import { permissionsOfWrite, type AnyResource } from '@kangmai/resource';

import { useCan } from '../lib/permissions.ts';
import { useSession } from '../lib/session/session.ts';

import type { ScreenRow } from '../lib/api/resource-row.ts';

const dayMs = 86_400_000;
const byHand = new Set<unknown>(['manual', 'imported']);

/** Kinds whose readings staff may correct or declare void. */
export const isCorrectable = (kind: ReadingKind): boolean => (manualKinds as readonly ReadingKind[]).includes(kind);

interface ReadingRights {
  readonly mayCorrect: boolean;
  readonly mayVoid: boolean;
}

/** What the user may do with a reading, as the server judges it: values that a device sent are never rewritten; an entry of one's own may be corrected for a day. */
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

/** Whether the user may correct or declare void any reading of a kind: a list without both needs no place for their buttons. */
export function useMayCorrectSome(kind: ReadingKind, resource: AnyResource): boolean {
  const mayAny = useCan([
    ...permissionsOfWrite(resource, 'Edit'),
    ...permissionsOfWrite(resource, 'Create'),
    ...permissionsOfWrite(resource, 'Delete'),
  ]);
  return mayAny && isCorrectable(kind);
}
