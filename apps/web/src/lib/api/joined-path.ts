import { entryOf } from '@kangmai/model/catalogue';
import { targetOf, type AnyField } from '@kangmai/resource';

/** The path under which the name of what a reference points to comes with a row: `client.name`. */
export const joinedPath = (name: string, field: AnyField): string => `${name}.${entryOf(targetOf(field)).display}`;
