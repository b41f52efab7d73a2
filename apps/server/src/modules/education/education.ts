import type { ServerModule } from '../../engine/public.ts';
import { codeCalls } from './activity-code.ts';
import { scanCalls } from './code-calls.ts';
import { enrolmentCode } from './enrolments.ts';
import { followMoved, movedTopic } from './follow-moved.ts';
import { followOver, followPromoted, overTopic } from './follow-over.ts';
import { lectureCode } from './lectures.ts';
import type { EducationParts } from './parts.ts';
import { educationTexts } from './texts.ts';
import { promotedTopic } from './waiting-list.ts';

export { cancelEnrolmentsOf } from './cancel-of-client.ts';

export const educationModule = (parts: EducationParts): ServerModule => ({
  name: 'education',
  texts: [educationTexts],
  implementations: [lectureCode, enrolmentCode],
  calls: [...codeCalls(parts), ...scanCalls(parts)],
  follow: {
    [overTopic]: followOver(parts.tellClients),
    [movedTopic]: followMoved(parts.tellClients),
    [promotedTopic]: followPromoted(parts.tellClients),
  },
});
