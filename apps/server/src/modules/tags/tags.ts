import type { ServerModule } from '../../engine/public.ts';
import { provisionGroups } from './groups.ts';
import { followTags } from './matches.ts';
import { tagCalls } from './tag-calls.ts';
import { tagCode } from './tag-code.ts';
import { tagTexts } from './texts.ts';

export const tagsModule: ServerModule = {
  name: 'tags',
  texts: [tagTexts],
  implementations: [tagCode],
  follow: followTags,
  calls: tagCalls,
  provision: provisionGroups,
};
