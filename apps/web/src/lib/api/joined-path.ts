import { entryOf } from '@kangmai/model/catalogue';
import { targetOf, type AnyField } from '@kangmai/resource';

/** Path of the display name of a reference in a row: `client.name`. */
export const joinedPath = (name: string, field: AnyField): string => `${name}.${entryOf(targetOf(field)).display}`;
