import type { ServerModule } from '../../engine/public.ts';
import { enrolmentCode } from './enrolments.ts';
import { followOver, followPromoted, overTopic, type TellParts } from './follow-over.ts';
import { lectureCode } from './lectures.ts';
import { educationTexts } from './texts.ts';
import { promotedTopic } from './waiting-list.ts';

/** Activities of health education, and who comes to them. */
export const educationModule = (parts: TellParts): ServerModule => ({
  name: 'education',
  texts: [educationTexts],
  implementations: [lectureCode, enrolmentCode],
  follow: { [overTopic]: followOver(parts), [promotedTopic]: followPromoted(parts) },
});
