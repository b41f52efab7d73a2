import { manualKinds, readingOfKind, type ReadingKind } from '@kangmai/model';
import type { ServerModule } from '../../engine/public.ts';
import { correctionsCall } from './corrections.ts';
import { figureCall } from './figure-call.ts';
import { daySummaryCalls } from './day-summaries.ts';
import { listCall } from './lists.ts';
import { latestInBoundsCall } from './locations-map.ts';
import { trackCall } from './locations-track.ts';
import { locationList } from './locations.ts';
import { nightMeansCall } from './night-means.ts';
import { normalRangesCall } from './normal-ranges.ts';
import { personViewCalls } from './person-views.ts';
import { rawDataCalls } from './raw-data-calls.ts';
import { sleepView } from './sleep-view.ts';
import { sosStatisticsCall } from './sos-statistics.ts';
import { statisticFigures } from './statistics.ts';
import { measurementTexts } from './texts.ts';
import { walkFigures } from './walk-figures.ts';
import { walkCalls } from './walk-calls.ts';

export { totalFrom } from './totals.ts';

const usualKinds = (Object.keys(readingOfKind) as ReadingKind[]).filter(
  (kind) => kind !== 'walk' && kind !== 'location',
);

export const measurementsModule: ServerModule = {
  name: 'measurements',
  texts: [measurementTexts],
  calls: [
    ...usualKinds.flatMap((kind) => [listCall(kind), figureCall({ kind, of: statisticFigures(kind) })]),
    figureCall({ kind: 'walk', step: 'day', of: walkFigures }),
    ...manualKinds.map(correctionsCall),
    ...walkCalls,
    sleepView,
    normalRangesCall,
    nightMeansCall,
    ...personViewCalls,
    locationList,
    trackCall,
    latestInBoundsCall,
    sosStatisticsCall,
    ...rawDataCalls,
    ...daySummaryCalls,
  ],
};
