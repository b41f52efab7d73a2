import type { ServerModule } from '../../engine/public.ts';
import { versionCalls } from './calls.ts';
import { signCall, type SignParts } from './sign.ts';
import { issuedPaperTexts } from './texts.ts';

export const issuedPapersModule = (parts: SignParts): ServerModule => ({
  name: 'issuedPapers',
  texts: [issuedPaperTexts],
  calls: [...versionCalls, signCall(parts)],
});
