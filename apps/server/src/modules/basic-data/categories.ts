import { donationCategory, jobPosition, maintenanceCategory, staffMember } from '@kangmai/model';
import type { Draft } from '@kangmai/resource';
import { asSaved, implement } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { refuseUsed, whoeverSees } from './in-use.ts';

export const jobPositionCode = implement(jobPosition, {
  beforeDelete: (ctx, row) =>
    refuseUsed(ctx, [ctx.from(staffMember, 'r').beyondSight(whoeverSees).where('r.position', '=', row.id)]),
});

export const donationCategoryCode = implement(donationCategory, {
  beforeSave(...[, draft, current]) {
    const { kind, unit } = asSaved<Draft<typeof donationCategory>>(draft, current);
    if (kind === 'goods' && !unit) throw invalid('unit', 'field.required');
  },
});

export const maintenanceCategoryCode = implement(maintenanceCategory, {
  beforeSave(...[, draft, current]) {
    const { responseHours = 4, finishHours = 48 } = asSaved<Draft<typeof maintenanceCategory>>(draft, current);
    if (finishHours < responseHours) throw invalid('finishHours', 'maintenance.finished-before-response');
  },
});
