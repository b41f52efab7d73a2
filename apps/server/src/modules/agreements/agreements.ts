import type { ServerModule } from '../../engine/public.ts';
import { agreementCode } from './agreement-code.ts';
import { followAgreements, type FollowParts } from './follow.ts';
import { agreementPrint } from './print.ts';
import { agreementStatistics } from './statistics.ts';
import { agreementTexts } from './texts.ts';

export { endAgreementsOf } from './follow.ts';

export const agreementsModule = (parts: FollowParts): ServerModule => ({
  name: 'agreements',
  texts: [agreementTexts],
  implementations: [agreementCode],
  calls: [agreementStatistics, agreementPrint],
  follow: followAgreements(parts),
});
