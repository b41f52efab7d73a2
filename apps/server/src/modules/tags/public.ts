export { setClientTags, taggedOutput } from './set-tags.ts';
export { refreshTags, tagTopics } from './matches.ts';
