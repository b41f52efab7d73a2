import type { ServerModule } from '../../engine/public.ts';
import { enrolmentCode } from './enrolments.ts';
import { followMoved, movedTopic } from './follow-moved.ts';
import { followOver, followPromoted, overTopic } from './follow-over.ts';
import { lectureCode } from './lectures.ts';
import type { TellClients } from '../messages/public.ts';
import { educationTexts } from './texts.ts';
import { promotedTopic } from './waiting-list.ts';

export { cancelEnrolmentsOf } from './cancel-of-client.ts';

/** Activities of health education, and who comes to them. */
export const educationModule = (tellClients: TellClients): ServerModule => ({
  name: 'education',
  texts: [educationTexts],
  implementations: [lectureCode, enrolmentCode],
  follow: {
    [overTopic]: followOver(tellClients),
    [movedTopic]: followMoved(tellClients),
    [promotedTopic]: followPromoted(tellClients),
  },
});
