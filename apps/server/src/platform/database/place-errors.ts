import { AppError } from '../errors.ts';

/** Work for several tenants together was asked for while they live in different databases. */
export class SeveralPlaces extends Error {}

/** The node went for too long by what it had last read of the places, so that nothing was begun. It may try again once it has read them anew. */
export class LeaseOver extends AppError {
  constructor() {
    super('unavailable', 'database.unreachable', { retryAfterSeconds: 1 });
  }
}
