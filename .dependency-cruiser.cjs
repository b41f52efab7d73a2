const rule = (name, from, to) => ({ name, severity: 'error', from, to });

const tests = '(\\.test\\.tsx?$|/test/|/e2e/|^packages/testkit/)';

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule(
      'no-orphans',
      {
        orphan: true,
        pathNot: '(^apps/web/public/|main\\.tsx?$|\\.config\\.|\\.d\\.ts$|/test-types/|\\.test\\.tsx?$|\\.e2e\\.ts$)',
      },
      {},
    ),
    rule('nothing-missing', {}, { couldNotResolve: true }),
    rule(
      'kit-is-pure',
      { path: '^packages/resource/src', pathNot: tests },
      { path: '^apps/|^packages/(model|domain|testkit)/|node_modules/' },
    ),
    rule(
      'no-node-in-shared-code',
      { path: '^packages/(resource|domain|model)/src', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    rule('domain-is-pure', { path: '^packages/domain/src', pathNot: tests }, { pathNot: '^packages/domain/src' }),
    rule(
      'model-is-data',
      { path: '^packages/model/src', pathNot: tests },
      { pathNot: '^packages/(model|resource|domain)/src' },
    ),
    rule(
      'model-areas-apart',
      { path: '^packages/model/src/([^/]+)/', pathNot: tests },
      { path: '^packages/model/src/[^/]+/', pathNot: '^packages/model/src/($1|shared)/' },
    ),
    rule(
      'browser-takes-single-definitions',
      { path: '^(apps/web|packages/model)/src/', pathNot: tests },
      { path: '^packages/model/src/index\\.ts$' },
    ),
    rule('packages-below-apps', { path: '^packages/', pathNot: '^packages/testkit/' }, { path: '^apps/' }),
    rule(
      'server-and-web-apart',
      { path: '^apps/(server|web)/', pathNot: '^apps/web/e2e/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'platform-knows-nobody',
      { path: '^apps/server/src/platform', pathNot: tests },
      { path: '^apps/server/src/(access|crud|engine|http|modules)' },
    ),
    rule(
      'access-below-crud',
      { path: '^apps/server/src/access', pathNot: tests },
      { path: '^apps/server/src/(crud|engine|http|modules)' },
    ),
    rule(
      'crud-below-http',
      { path: '^apps/server/src/crud', pathNot: tests },
      { path: '^apps/server/src/(http|modules)' },
    ),
    rule(
      'queries-below-crud',
      { path: '^apps/server/src/engine/sql', pathNot: tests },
      { path: '^apps/server/src/(crud|http|modules)' },
    ),
    rule(
      'modules-stay-off-the-edge',
      { path: '^apps/server/src/modules', pathNot: tests },
      { path: '^apps/server/src/http|node_modules/fastify/' },
    ),
    rule(
      'modules-apart',
      { path: '^apps/server/src/modules/([^/]+)/', pathNot: tests },
      { path: '^apps/server/src/modules/[^/]+/', pathNot: '^apps/server/src/modules/($1/|[^/]+/public\\.ts$)' },
    ),
    rule(
      'one-door-to-the-database',
      { path: '^apps/server/src', pathNot: `^apps/server/src/(platform/database|access|main)|${tests}` },
      { path: 'platform/database/pool' },
    ),
    rule(
      'query-builder-behind-one-door',
      { path: '^(apps|packages)/', pathNot: '^apps/server/src/engine/sql/' },
      { path: 'node_modules/kysely/' },
    ),
    rule(
      'features-apart',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    rule(
      'web-flows-down',
      { path: '^apps/web/src/(ui|lib|resource-screens|reading-parts)' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    rule(
      'screens-know-no-readings',
      { path: '^apps/web/src/(ui|lib|resource-screens)' },
      { path: '^apps/web/src/reading-parts/' },
    ),
    rule('features-below-app', { path: '^apps/web/src/features' }, { path: '^apps/web/src/app/' }),
    rule(
      'ui-knows-no-resource',
      { path: '^apps/web/src/ui' },
      { path: '^packages/model/|^apps/web/src/(lib/api|resource-screens)' },
    ),
    rule(
      'wire-at-the-edge',
      {
        path: '^(apps|packages)/',
        pathNot: `^(apps/server/src/(http|crud)|apps/web/src/lib/api|packages/resource)|${tests}`,
      },
      { path: '^packages/resource/src/wire' },
    ),
    rule(
      'tests-are-leaves',
      { pathNot: `${tests}|^apps/server/(bench|faults|attacks)/` },
      { path: '\\.test\\.tsx?$|\\.e2e\\.ts$|^packages/testkit/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules/' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
