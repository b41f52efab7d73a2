import type { Settings } from '../../access/settings.ts';
import { lookedTopic } from '../../access/looks.ts';
import type { ServerModule } from '../../engine/public.ts';
import { consentCode, consentSaveCall, type ConsentNews } from './consents.ts';
import { accessAlertCode, looksCalls } from './looks-calls.ts';
import { privacyTexts } from './texts.ts';
import { securityAudience, watchLooks } from './watch-looks.ts';

export function privacyModule({
  settings,
  news,
}: {
  readonly settings: Pick<Settings, 'number' | 'of'>;
  readonly news: ConsentNews;
}): ServerModule {
  return {
    name: 'privacy',
    texts: [privacyTexts],
    implementations: [consentCode(news), accessAlertCode],
    calls: [...looksCalls, consentSaveCall(news)],
    audiences: [securityAudience],
    follow: { [lookedTopic]: watchLooks(settings) },
  };
}
