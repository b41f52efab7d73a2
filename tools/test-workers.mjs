import { bundleTestWorkers } from './server-bundle.mjs';

/** Global setup of tests that run the server from its sources. */
export const setup = bundleTestWorkers;
