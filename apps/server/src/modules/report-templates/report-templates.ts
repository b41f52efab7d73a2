import type { ServerModule } from '../../engine/public.ts';
import { templateCalls, type TemplateParts } from './calls.ts';
import { reportTemplateCode } from './templates.ts';
import { reportTemplateTexts } from './texts.ts';

export const reportTemplatesModule = (parts: TemplateParts): ServerModule => ({
  name: 'report-templates',
  texts: [reportTemplateTexts],
  implementations: [reportTemplateCode],
  calls: templateCalls(parts),
});
