export { recordChange, type RecordedChange } from '../engine/public.ts';
