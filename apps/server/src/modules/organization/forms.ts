import { z } from 'zod';
import { arrayOf, timestamp, whole } from '../../engine/public.ts';

export const idForm = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const oneForm = z.object({ id: idForm });

const displayName = z.string().trim().min(1).max(128);
const isShowroom = z.boolean().nullish();

export const newForm = z.object({ parentId: idForm.nullish(), displayName, isShowroom });
export const changedForm = z.object({ id: idForm, displayName, isShowroom, rowVersion: z.number().int().nullish() });
export const moveForm = z.object({ id: idForm, newParentId: idForm.nullish() });

const ids = z.array(idForm).min(1).max(1000);
export const usersForm = z.object({ organizationUnitId: idForm, userIds: ids });
export const rolesForm = z.object({ organizationUnitId: idForm, roleIds: ids });
export const userForm = z.object({ organizationUnitId: idForm, userId: idForm });
export const roleForm = z.object({ organizationUnitId: idForm, roleId: idForm });

const paging = {
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
};

/** Members or roles of a unit; with the units below it too. */
export const linksForm = z.object({
  id: idForm,
  withUnitsBelow: z.union([z.boolean(), z.stringbool()]).default(false),
  sorting: z.string().max(100).nullish(),
  ...paging,
});
export const findForm = z.object({
  organizationUnitId: idForm,
  filter: z.string().trim().max(256).nullish(),
  ...paging,
});

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

export const memberOutput = z.object({
  id: whole,
  name: z.string(),
  surname: z.string(),
  fullName: z.string(),
  userName: z.string(),
  emailAddress: z.string(),
  profilePictureId: z.string().nullable(),
  isActive: z.boolean(),
  /** The units through which the user is listed. */
  organizationUnits: arrayOf(z.string()),
  /** Member of the unit itself, not only of one below it. */
  isDirect: z.boolean(),
  addedTime: timestamp,
});

export const unitRoleOutput = z.object({
  id: whole,
  name: z.string(),
  displayName: z.string(),
  organizationUnits: arrayOf(z.string()),
  isDirect: z.boolean(),
  addedTime: timestamp,
});

export const foundOutput = z.object({ name: z.string(), value: z.string() });
