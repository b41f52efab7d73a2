interface ModuleInfo {
  readonly code?: string | null;
  readonly importedIds: readonly string[];
}
type FindModule = (id: string) => ModuleInfo | null;

/** What browsers load as a whole, by the modules below `src/app` that begin it. */
const layers: Readonly<Record<string, readonly string[]>> = {
  start: ['main.tsx'],
  signIn: ['sign-in/mount-sign-in.tsx'],
  public: [
    'mail-link/mount-mail-link.tsx',
    'sign-in/mount-transfer.tsx',
    'sign-in/mount-register.tsx',
    'public/mount-public.tsx',
    'lock/mount-lock.tsx',
    'frame/relogin-form.tsx',
  ],
  phone: ['phone/mount-phone.tsx'],
  frame: ['frame/mount-frame.tsx', 'home/home-page.tsx'],
  list: ['default-screen.tsx'],
};

const folder = new URL('src/app/', import.meta.url).pathname;
const layerNames = Object.keys(layers);
const entries = new Set(
  Object.values(layers)
    .flat()
    .map((file) => folder + file),
);

const controlsIndex = /\/antd\/es\/index\.js$/;
const controlsExport = /export \{ default as (\w+) \} from ["']\.\/([\w-]+)["']/g;
const controlsImport = /import\s*\{([^}]*)\}\s*from\s*["']antd["']/g;

/** The modules of the controls that a module names; the index of the library imports all of them. */
function namedControls(find: FindModule, index: string, code: string): readonly string[] {
  const { code: exports = '', importedIds = [] } = find(index) ?? {};
  const folders = new Map([...(exports ?? '').matchAll(controlsExport)].map(([, name, source]) => [name, source]));
  const names = [...code.matchAll(controlsImport)].flatMap(([, list = '']) => list.split(','));
  return names
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '')
    .map((name) => {
      const found = importedIds.find((id) => id.includes(`/antd/es/${folders.get(name)}/`));
      if (found === undefined) throw new Error(`the index of antd exports no ${name}`);
      return found;
    });
}

function importsOf(find: FindModule, id: string): readonly string[] {
  const { importedIds = [], code } = find(id) ?? {};
  return importedIds.flatMap((target) =>
    controlsIndex.test(target) ? namedControls(find, target, code ?? '') : [target],
  );
}

/** The modules that must run before the given ones. */
function closureOf(find: FindModule, files: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...files];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...importsOf(find, id));
  }
  return seen;
}

type LayersOf = (id: string) => string;

/** Tells the layers that load a module. Entries stay chunks of their own; packages are cut to what is used. */
function layersIn(find: FindModule): LayersOf {
  const closures = layerNames.map((name) => ({
    name,
    ids: closureOf(
      find,
      (layers[name] ?? []).map((file) => folder + file),
    ),
  }));
  return (id) =>
    entries.has(id) || id.includes('.html') || id.includes('/packages/')
      ? ''
      : closures.flatMap(({ name, ids }) => (ids.has(id) ? [name] : [])).join('-');
}

const combinations = layerNames
  .reduce<readonly (readonly string[])[]>((all, name) => [...all, ...all.map((rest) => [...rest, name])], [[]])
  .filter(({ length }) => length > 0);

/**
 * Groups of modules for the bundler: what the same layers load is one chunk. A further page then neither cuts the
 * chunks of the first list into smaller ones nor makes the lists of their names longer. A module's imports are loaded by at
 * least the same layers, so groups of more layers come first.
 */
export function chunkGroups() {
  let layersOf: LayersOf | undefined;
  return combinations.map((names) => ({
    debugName: names.join('-'),
    priority: names.length,
    name(id: string, modules: { readonly getModuleInfo: FindModule }) {
      layersOf ??= layersIn((other) => modules.getModuleInfo(other));
      return layersOf(id) === names.join('-') ? (names[0] ?? null) : null;
    },
  }));
}
