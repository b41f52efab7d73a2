import type { Audit } from '../access/audit.ts';
import type { Surroundings } from '../access/in-tenant.ts';
import type { ExportTurns } from '../engine/export/export-file.ts';
import type { PlanOf } from '../engine/crud/repository.ts';
import type { Log } from '../platform/log.ts';
import type { IdentityParts } from './identify.ts';
import type { TempFiles } from '../platform/temp-files.ts';
import type { CallLimits } from './limits.ts';

export interface Edge {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly identity: IdentityParts;
  readonly audit: Audit;
  readonly log: Log;
  readonly observe: (call: {
    readonly path: string;
    readonly method: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  readonly limits: CallLimits;
  /** Where spreadsheets are kept for the calls that take them. */
  readonly tempFiles: TempFiles;
  /** Limits the exports and long lists that run at once. */
  readonly exportTurns: ExportTurns;
  /** Whether the server is reached by TLS only. */
  readonly isSecure: boolean;
}
