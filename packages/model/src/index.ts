import { defineModel } from '@kangmai/resource';
import { alerts } from './alerts/index.ts';
import { basicData } from './basic-data/index.ts';
import { bookings } from './bookings/index.ts';
import { calendar } from './calendar/index.ts';
import { clients } from './clients/index.ts';
import { devices } from './devices/index.ts';
import { dictionaries } from './dictionaries/index.ts';
import { duty } from './duty/index.ts';
import { education } from './education/index.ts';
import { facility } from './facility/index.ts';
import { ingest } from './ingest/index.ts';
import { measurements } from './measurements/index.ts';
import { organization } from './organization/index.ts';
import { platform } from './platform/index.ts';
import { privacy } from './privacy/index.ts';
import { staff } from './staff/index.ts';
import { teams } from './teams/index.ts';
import { tags } from './tags/index.ts';

/** All resources by area; a resource precedes those that refer to it. The browser imports single areas instead. */
export const model = defineModel([
  ...organization,
  ...dictionaries,
  ...ingest,
  ...clients,
  ...tags,
  ...facility,
  ...basicData,
  ...privacy,
  ...devices,
  ...measurements,
  ...alerts,
  ...duty,
  ...staff,
  ...teams,
  ...bookings,
  ...education,
  ...calendar,
  ...platform,
]);

export * from './alerts/index.ts';
export * from './basic-data/index.ts';
export * from './bookings/index.ts';
export * from './calendar/index.ts';
export * from './clients/index.ts';
export * from './devices/index.ts';
export * from './dictionaries/index.ts';
export * from './duty/index.ts';
export * from './education/index.ts';
export * from './facility/index.ts';
export * from './ingest/index.ts';
export * from './measurements/index.ts';
export * from './organization/index.ts';
export * from './platform/index.ts';
export * from './privacy/index.ts';
export * from './shared/index.ts';
export * from './staff/index.ts';
export * from './teams/index.ts';
export * from './tags/index.ts';
