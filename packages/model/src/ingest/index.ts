import { ingestSource } from './ingest-source.ts';
import { quarantinedReading } from './quarantined-reading.ts';

/** The area's resources; what a row points to stands before it. */
export const ingest = [ingestSource, quarantinedReading] as const;

export * from './ingest-source.ts';
export * from './quarantined-reading.ts';
