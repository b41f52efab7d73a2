import type { ServerModule } from '../../engine/public.ts';
import { phoneProofTexts } from './texts.ts';

/** Digits that prove a phone to somebody who is not signed in. */
export const phoneProofModule: ServerModule = { name: 'phone-proof', texts: [phoneProofTexts] };
