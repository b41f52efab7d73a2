import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '5000'}`;

const calls = ['/api', '/apis', '/AbpUserConfiguration', '/File', '/UpLoad', '/Profile', '/TenantCustomization', '/health', '/metrics'];
const sockets = ['/socket.io', '/signalr'];

// A plain '/api' would also catch '/apifox.tsx' and the like.
const below = (path: string) => `^${path.replace('.', '\\.')}(/|\\?|$)`;

// The domain is pure: who takes one constant of it does not carry all its rules along.
const isPure = (id: string): boolean => /\/packages\/domain\//.test(id);

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', manifest: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 1500, rolldownOptions: { treeshake: { moduleSideEffects: (id) => !isPure(id) } } },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      ...Object.fromEntries(calls.map((path) => [below(path), { target: server }])),
      ...Object.fromEntries(sockets.map((path) => [below(path), { target: server, ws: true }])),
    },
  },
});
