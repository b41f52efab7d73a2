import type { AnyResource } from '@kangmai/resource';
import type { Culture } from '../platform/texts/index.ts';

/** The title of a resource. */
export const titleOf = ({ title, en }: AnyResource, culture: Culture): string => (culture === 'en' ? en : title);

/** The label of a field; one that the resource does not have is shown by name. */
export function fieldLabel(resource: AnyResource | undefined, name: string, culture: Culture): string {
  const options = resource?.fields[name]?.options;
  return (culture === 'en' ? options?.en : undefined) ?? options?.label ?? name;
}
