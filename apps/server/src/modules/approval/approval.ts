import type { ServerModule } from '../../engine/public.ts';
import { applicationCode } from './applications.ts';
import { doctorCalls } from './doctors.ts';
import { houseCodeCalls } from './house-code.ts';
import type { ApprovalParts } from './parts.ts';
import { registerCalls } from './register.ts';
import { approvalTexts } from './texts.ts';

export const approvalModule = (parts: ApprovalParts): ServerModule => ({
  name: 'approval',
  texts: [approvalTexts],
  implementations: [applicationCode(parts)],
  calls: [...houseCodeCalls, ...registerCalls(parts), ...doctorCalls],
});
