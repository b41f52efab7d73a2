import { importKinds, importPermission } from '@kangmai/model/clients';
import type { ServerModule } from '../../engine/public.ts';
import { refreshCrowds } from './birthdays.ts';
import { knowingChannelCode } from './channels.ts';
import { clientCode, type ClientNews } from './client-code.ts';
import { clientListCalls } from './client-lists.ts';
import { clientSaveCalls } from './client-saves.ts';
import { clientViewCalls } from './client-view.ts';
import { contactCode } from './contacts.ts';
import { familyCalls } from './family-calls.ts';
import { familyCode, familyMemberCode } from './families.ts';
import { findPeopleCall } from './find-people.ts';
import { healthHomeCall } from './health-home.ts';
import { intakeCall } from './intake.ts';
import { fillSpellings } from './spellings.ts';
import { followComplaints, suggestionCode } from './suggestions.ts';
import { clientTexts } from './texts.ts';
import { consentCode } from '../privacy/public.ts';
import type { Notify } from '../notices/public.ts';

export function clientsModule(parts: ClientNews & { readonly notify: Notify }): ServerModule {
  const code = clientCode(parts);
  return {
    name: 'clients',
    texts: [clientTexts],
    implementations: [code, contactCode, suggestionCode, knowingChannelCode, familyCode, familyMemberCode],
    importDoors: [{ service: 'ClientImport', title: '客户数据导入', permission: importPermission, kinds: importKinds }],
    follow: followComplaints(parts.notify),
    calls: [
      ...clientListCalls,
      ...clientViewCalls,
      ...clientSaveCalls(code),
      intakeCall({ code, consents: consentCode(parts) }),
      ...familyCalls,
      findPeopleCall,
      healthHomeCall(),
    ],
    provision: async (ctx) => {
      await refreshCrowds(ctx);
      await fillSpellings(ctx);
    },
  };
}
