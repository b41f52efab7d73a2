import type { ServerModule, Services } from '../../engine/public.ts';
import { noticeCalls } from './notice-calls.ts';
import { noticeTexts } from './texts.ts';

export const noticesModule = (services: Pick<Services, 'settings'>): ServerModule => ({
  name: 'notices',
  texts: [noticeTexts],
  calls: noticeCalls(services),
});
