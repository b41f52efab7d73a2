import type { ServerModule } from '../../engine/public.ts';
import type { TakeFollower } from '../messages/public.ts';
import { bindingCalls } from './binding-calls.ts';
import { takeFollower, type FollowerParts } from './take-follower.ts';
import { followerTexts } from './texts.ts';

export const followersModule = (
  parts: FollowerParts,
): { readonly module: ServerModule; readonly take: TakeFollower } => ({
  module: { name: 'followers', texts: [followerTexts], calls: bindingCalls(parts) },
  take: takeFollower(parts),
});
