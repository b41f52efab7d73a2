import { z } from 'zod';
import { timestamp, whole } from '../../engine/public.ts';

export const idForm = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const oneForm = z.object({ id: idForm });

const displayName = z.string().trim().min(1).max(128);
const isShowroom = z.boolean().nullish();

export const newForm = z.object({ parentId: idForm.nullish(), displayName, isShowroom });
export const changedForm = z.object({ id: idForm, displayName, isShowroom, rowVersion: z.number().int().nullish() });
export const moveForm = z.object({ id: idForm, newParentId: idForm.nullish() });

export const unitOutput = z.object({
  id: whole,
  parentId: whole.nullable(),
  code: z.string(),
  displayName: z.string(),
  isShowroom: z.boolean(),
  memberCount: whole,
  roleCount: whole,
  rowVersion: whole,
  lastModificationTime: timestamp.nullable(),
  lastModifierUserId: whole.nullable(),
  creationTime: timestamp,
  creatorUserId: whole.nullable(),
});
