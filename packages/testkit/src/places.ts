import type { AnyResource } from '@kangmai/resource';

const fileOf = ({ name }: AnyResource): string =>
  `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/**
 * Where a resource is defined, for messages of failed tests.
 * @example definitionPath(careVisit) // 'packages/model/src/<area>/care-visit.ts'
 */
export const definitionPath = (resource: AnyResource): string => `packages/model/src/<area>/${fileOf(resource)}`;

/** The file with values that the rules of a resource's module require of its samples. */
export const samplePath = 'packages/testkit/src/samples-complete.ts';
