import { installMissing } from './install.mjs';
import { buildServer } from './server-bundle.mjs';
import { buildWeb } from './web-build.mjs';

const parts = { server: buildServer, web: buildWeb };

try {
  await installMissing();
  // Vite takes React's development build when NODE_ENV says otherwise.
  process.env.NODE_ENV = 'production';
  const chosen = process.argv.slice(2);
  for (const part of chosen.length > 0 ? chosen : Object.keys(parts)) await parts[part]();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
