import react from '@vitejs/plugin-react';
import { pinyin } from 'pinyin-pro';
import { defineConfig, type Plugin } from 'vite';

import { isBuilt, leadingRoutes, pagesOf, routes } from '../../packages/model/src/menu.ts';

import { chunkGroups } from './layers.ts';

const server = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '5000'}`;

const calls = [
  '/api',
  '/apis',
  '/AbpUserConfiguration',
  '/File',
  '/UpLoad',
  '/Profile',
  '/TenantCustomization',
  '/health',
  '/metrics',
];
const sockets = ['/socket.io', '/signalr'];

// A plain '/api' would also catch '/apifox.tsx' and the like.
const below = (path: string) => `^${path.replace('.', '\\.')}(/|\\?|$)`;

// Domain and model are pure: a page that imports one constant of them does not carry the rest along.
const isPure = (id: string): boolean => /\/packages\/(domain|model)\//.test(id);

const soundOf = (title: string): string => pinyin(title, { toneType: 'none', type: 'array' }).join(' ').toLowerCase();

// The menu search finds pages by the sound of their Chinese titles.
const titleSounds = Object.fromEntries(
  pagesOf(routes)
    .filter(({ entry }) => isBuilt(entry))
    .map(({ entry: { title } }) => [title, soundOf(title)]),
);

// A page that is not built leads nowhere by address, so browsers need not load its line.
const builtRoutes: Plugin = {
  name: 'built-routes',
  load: (id) =>
    id.endsWith('/packages/model/src/routes/all-routes.ts')
      ? `export const allRoutes = ${JSON.stringify(leadingRoutes(routes))};`
      : null,
};

export default defineConfig({
  define: { builtTitleSounds: JSON.stringify(titleSounds) },
  plugins: [builtRoutes, react()],
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !isPure(id) },
      // Every first load names all parts of the product, so their names are short.
      output: {
        codeSplitting: { groups: chunkGroups() },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      ...Object.fromEntries(calls.map((path) => [below(path), { target: server }])),
      ...Object.fromEntries(sockets.map((path) => [below(path), { target: server, ws: true }])),
    },
  },
});
