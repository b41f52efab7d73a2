import type { ServerModule } from '../../engine/public.ts';
import { refreshCrowds } from './birthdays.ts';
import { clientCode, type ClientNews } from './client-code.ts';
import { clientListCalls } from './client-lists.ts';
import { clientSaveCalls } from './client-saves.ts';
import { clientViewCalls } from './client-view.ts';
import { contactCode } from './contacts.ts';
import { findPeopleCall } from './find-people.ts';
import { healthHomeCall } from './health-home.ts';
import { fillSpellings } from './spellings.ts';
import { clientTexts } from './texts.ts';

export function clientsModule(news: ClientNews): ServerModule {
  const code = clientCode(news);
  return {
    name: 'clients',
    texts: [clientTexts],
    implementations: [code, contactCode],
    calls: [...clientListCalls, ...clientViewCalls, ...clientSaveCalls(code), findPeopleCall, healthHomeCall()],
    provision: async (ctx) => {
      await refreshCrowds(ctx);
      await fillSpellings(ctx);
    },
  };
}
