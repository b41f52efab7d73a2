import type { ServerModule } from '../../engine/public.ts';
import { phoneProofTexts } from './texts.ts';

export const phoneProofModule: ServerModule = { name: 'phone-proof', texts: [phoneProofTexts] };
