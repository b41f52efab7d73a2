const rule = (name, from, to) => ({ name, severity: 'error', from, to });

/** Folders of the engine's long work and of its imports, from the lowest up. */
const workLayers = ['tasks', 'works', 'list-tasks'];
const importLayers = ['sheets', 'import-desk', 'import-steps', 'import-door'];

const tests = '(\\.test\\.tsx?$|/test/|/e2e/|^packages/testkit/)';

const engine = (...folders) => `^apps/server/src/engine/(${folders.join('|')})/`;

/** No folder imports one above it. */
const layered = (layers) =>
  layers
    .slice(0, -1)
    .map((folder, at) =>
      rule(
        `${folder}-below-${layers[at + 1]}`,
        { path: engine(folder), pathNot: tests },
        { path: engine(...layers.slice(at + 1)) },
      ),
    );

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
      { path: '^apps/|^packages/(model|domain/(?!src/(money|numbers)/)|testkit)/|node_modules/' },
    ),
    rule(
      'no-node-in-shared-code',
      { path: '^packages/(resource|domain|model|demo)/src', pathNot: tests },
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
    rule(
      'demo-is-a-plan',
      { path: '^packages/demo/src', pathNot: tests },
      { pathNot: '^packages/(demo|model|resource|domain)/src' },
    ),
    rule('packages-below-apps', { path: '^packages/', pathNot: '^packages/testkit/' }, { path: '^apps/' }),
    rule(
      'server-and-web-apart',
      { path: '^apps/(server|web)/', pathNot: `^apps/web/e2e/|^apps/server/bench/|${tests}` },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'demo-and-ops-are-leaves',
      { path: '^(apps/(server|web)|packages)/', pathNot: `^packages/demo/|^apps/server/bench/|${tests}` },
      { path: '^(packages/demo|apps/ops)/' },
    ),
    rule(
      'platform-knows-nobody',
      { path: '^apps/server/src/platform', pathNot: tests },
      { path: '^apps/server/src/(access|engine|http|modules|start)/' },
    ),
    rule(
      'access-below-engine',
      { path: '^apps/server/src/access', pathNot: tests },
      { path: '^apps/server/src/(engine|http|modules|start)/' },
    ),
    rule(
      'engine-below-http',
      { path: '^apps/server/src/engine', pathNot: tests },
      { path: '^apps/server/src/(http|modules)' },
    ),
    rule(
      'engine-knows-no-product',
      { path: '^apps/server/src/engine/', pathNot: tests },
      { path: '^packages/model/src/(?!reference/)' },
    ),
    rule(
      'core-of-the-engine',
      { path: '^apps/server/src/engine/(crud|call-shapes|codes|export|sql)/', pathNot: tests },
      {
        path: '^apps/server/src/engine/',
        pathNot: '^apps/server/src/engine/((crud|call-shapes|codes|export|sql)/|traits/(trait|hooks)\\.ts$)',
      },
    ),
    rule(
      'crud-below-export',
      { path: '^apps/server/src/engine/(crud|codes|sql)/', pathNot: tests },
      { path: '^apps/server/src/engine/export/' },
    ),
    rule(
      'queries-below-crud',
      { path: '^apps/server/src/engine/sql', pathNot: tests },
      { path: '^apps/server/src/engine/(?!sql/)' },
    ),
    rule(
      'engine-parts-apart',
      { path: '^apps/server/src/engine/(tasks|sheets|views|traits|schema)/', pathNot: tests },
      {
        path: '^apps/server/src/engine/(tasks|sheets|views|traits|schema)/',
        pathNot: '^apps/server/src/engine/($1/|tasks/runner\\.ts$|traits/(trait|index)\\.ts$)',
      },
    ),
    ...layered(workLayers),
    ...layered(importLayers),
    rule('works-know-no-imports', { path: engine(...workLayers), pathNot: tests }, { path: engine(...importLayers) }),
    rule(
      'imports-know-no-works',
      { path: engine(...importLayers), pathNot: tests },
      { path: '^apps/server/src/engine/(works|list-tasks|tasks/(?!(runner|savepoint)\\.ts$))' },
    ),
    rule(
      'abilities-below-works-and-imports',
      { path: engine('views', 'traits', 'schema', 'occupancy'), pathNot: tests },
      { path: engine('works', 'list-tasks', 'import-desk', 'import-steps', 'import-door') },
    ),
    rule(
      'occupancy-by-its-ability',
      {
        path: '^apps/server/src/engine/',
        pathNot: `^apps/server/src/engine/((traits/)?occupancy/|slots/|public\\.ts$)|${tests}`,
      },
      { path: '^apps/server/src/engine/(occupancy|slots)/' },
    ),
    rule(
      'slots-below-occupancy',
      { path: '^apps/server/src/engine/slots/', pathNot: tests },
      { path: '^apps/server/src/engine/(?!slots/)' },
    ),
    rule(
      'occupancy-below-traits',
      { path: '^apps/server/src/engine/occupancy/', pathNot: tests },
      { path: '^apps/server/src/engine/(?!occupancy/|slots/|crud/|labels|traits/(told|periods|hooks))' },
    ),
    rule(
      'engine-through-its-face',
      { path: '^apps/server/src/modules/', pathNot: tests },
      { path: '^apps/server/src/engine/', pathNot: '^apps/server/src/engine/public\\.ts$' },
    ),
    rule(
      'face-for-modules-alone',
      { path: '^apps/server/src/(engine|http)/' },
      { path: '^apps/server/src/engine/public\\.ts$' },
    ),
    rule(
      'http-below-modules',
      { path: '^apps/server/src/http/', pathNot: tests },
      { path: '^apps/server/src/(modules|start)/' },
    ),
    rule(
      'storing-below-alarms',
      { path: '^apps/server/src/modules/main-loop/(intake|quarantine|readings|entry|totals)/', pathNot: tests },
      { path: '^apps/server/src/modules/main-loop/(cases|rules|silence|sos)/' },
    ),
    rule(
      'outbox-knows-no-topic',
      { path: '^apps/server/src/modules/main-loop/outbox/', pathNot: tests },
      { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/main-loop/outbox/' },
    ),
    rule(
      'start-is-on-top',
      { path: '^apps/server/src/(?!start/|main\\.ts$)', pathNot: tests },
      { path: '^apps/server/src/(start/|main\\.ts$)' },
    ),
    rule(
      'ops-through-faces',
      { path: '^apps/ops/src/', pathNot: tests },
      { path: '^apps/server/src/modules/[^/]+/', pathNot: '^apps/server/src/modules/[^/]+/public\\.ts$' },
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
      'loose-files-through-faces',
      { path: '^apps/server/src/modules/(?!index\\.ts$)[^/]+\\.ts$', pathNot: tests },
      { path: '^apps/server/src/modules/[^/]+/', pathNot: '^apps/server/src/modules/[^/]+/public\\.ts$' },
    ),
    rule(
      'areas-below-their-list',
      { path: '^apps/server/src/modules/', pathNot: `^apps/server/src/modules/index\\.ts$|${tests}` },
      { path: '^apps/server/src/modules/(index|downlink|queues)\\.ts$' },
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
      { path: '^apps/web/src/(ui|lib|resource-client|resource-screens|reading-parts)/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    rule(
      'lib-draws-nothing',
      { path: '^apps/web/src/(lib|resource-client)/' },
      { path: '^apps/web/src/(ui|resource-screens|reading-parts)/' },
    ),
    rule(
      'field-kinds-below-screens',
      { path: '^apps/web/src/resource-screens/field-kinds/' },
      {
        path: '^apps/web/src/resource-screens/(?!field-kinds/|traits/(?:card|rows|files|text-forms)/|screen-texts\\.ts$|use-lookup\\.ts$)',
      },
    ),
    rule(
      'screens-know-no-readings',
      { path: '^apps/web/src/(ui|lib|resource-client|resource-screens)/' },
      { path: '^apps/web/src/reading-parts/' },
    ),
    rule('lib-knows-no-resource', { path: '^apps/web/src/lib/' }, { path: '^apps/web/src/resource-client/' }),
    rule('features-below-app', { path: '^apps/web/src/features' }, { path: '^apps/web/src/app/' }),
    rule(
      'ui-knows-no-resource',
      { path: '^apps/web/src/ui' },
      { path: '^packages/model/|^apps/web/src/(lib/api|resource-client|resource-screens)' },
    ),
    rule(
      'wire-at-the-edge',
      {
        path: '^(apps|packages)/',
        pathNot: `^(apps/server/src/(http|engine)|apps/web/src/resource-client|packages/resource)|${tests}`,
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
