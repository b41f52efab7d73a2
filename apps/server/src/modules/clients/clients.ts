import { addTexts } from '../../platform/texts/index.ts';
import type { ServerModule } from '../module.ts';
import { clientCode } from './client-code.ts';
import { clientListCalls } from './client-lists.ts';
import { clientSaveCalls } from './client-saves.ts';
import { clientViewCalls } from './client-view.ts';
import { contactCode } from './contacts.ts';
import { healthHomeCall } from './health-home.ts';
import { clientTexts } from './texts.ts';

/** Clients and the people around them. */
export function clientsModule(): ServerModule {
  addTexts(clientTexts);
  return { name: 'clients', implementations: [clientCode, contactCode], calls: [...clientListCalls, ...clientViewCalls, ...clientSaveCalls, healthHomeCall()] };
}
