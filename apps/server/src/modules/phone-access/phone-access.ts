import type { ServerModule } from '../../engine/public.ts';
import { bookingCalls } from './booking-calls.ts';
import { exchangeCalls } from './exchange.ts';
import { linkCalls } from './links.ts';
import type { PhoneParts } from './parts.ts';
import { phoneAccessTexts } from './texts.ts';

/** Phone pages: links from staff, sessions of one client and purpose, and the calls of each purpose. */
export const phoneAccessModule = (parts: PhoneParts): ServerModule => ({
  name: 'phone-access',
  texts: [phoneAccessTexts],
  calls: [...linkCalls(parts), ...exchangeCalls(parts), ...bookingCalls(parts)],
});
