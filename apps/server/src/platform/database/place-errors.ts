import { AppError } from '../errors.ts';

/** Work for several tenants was requested while they are in different databases. */
export class SeveralPlaces extends Error {}

/** The node's copy of the tenants' places is too old, so no transaction begins. It may retry after the next reload. */
export class LeaseOver extends AppError {
  constructor() {
    super('unavailable', 'database.unreachable', { retryAfterSeconds: 1 });
  }
}
