import { installMissing } from './install.mjs';
import { stopWithChildren } from './root.mjs';
import { runChecks } from './checks.mjs';
import { countLine } from './report.mjs';

stopWithChildren();
await installMissing();
const counts = await runChecks();
console.log(countLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
