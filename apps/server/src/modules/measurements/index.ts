import { manualKinds, readingOfKind, type ReadingKind } from '@kangmai/model';
import type { ServerModule } from '../../engine/public.ts';
import { correctionsCall } from './corrections.ts';
import { daySummaryCalls } from './day-summaries.ts';
import { listCall } from './lists.ts';
import { latestInBoundsCall } from './locations-map.ts';
import { trackCall } from './locations-track.ts';
import { locationList } from './locations.ts';
import { normalRangesCall } from './normal-ranges.ts';
import { personViewCalls } from './person-views.ts';
import { rawDataCalls } from './raw-data-calls.ts';
import { sleepView } from './sleep-view.ts';
import { sosStatisticsCall } from './sos-statistics.ts';
import { statisticCall } from './statistics.ts';
import { measurementTexts } from './texts.ts';
import { twinsCall } from './twins.ts';
import { walkCalls } from './walk-calls.ts';
import { watchViewCalls } from './watch-views.ts';

export { totalFrom } from './totals.ts';

const usualKinds = (Object.keys(readingOfKind) as ReadingKind[]).filter(
  (kind) => kind !== 'walk' && kind !== 'location',
);

export const measurementsModule: ServerModule = {
  name: 'measurements',
  texts: [measurementTexts],
  calls: [
    ...usualKinds.flatMap((kind) => [listCall(kind), statisticCall(kind)]),
    ...manualKinds.map(correctionsCall),
    ...manualKinds.map(twinsCall),
    ...walkCalls,
    sleepView,
    normalRangesCall,
    ...personViewCalls,
    locationList,
    trackCall,
    latestInBoundsCall,
    sosStatisticsCall,
    ...watchViewCalls,
    ...rawDataCalls,
    ...daySummaryCalls,
  ],
};
