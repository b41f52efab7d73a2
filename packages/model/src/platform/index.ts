import { gzhSetting } from './gzh-setting.ts';
import { gzhTemplate } from './gzh-template.ts';
import { outgoingMessage } from './outgoing-message.ts';
import { reportTemplate } from './report-template.ts';

/** The area's resources; what a row points to stands before it. */
export const platform = [outgoingMessage, reportTemplate, gzhSetting, gzhTemplate] as const;

export * from '../shared/message-purposes.ts';
export * from './gzh-setting.ts';
export * from './gzh-template.ts';
export * from './outgoing-message.ts';
export * from './report-template.ts';
