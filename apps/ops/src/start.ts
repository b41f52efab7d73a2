import { runServer } from '@kangmai/server/main';
import { demoFor } from './demo/seed-demo.ts';

await runServer({ demoFor });
