export { issuePaper } from './issue.ts';
