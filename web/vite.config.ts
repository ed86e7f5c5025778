/**
 * How the web app is built and tried out. `npm run dev` and `npm run preview` hand everything under
 * `/api` to a server on this computer; `TABIYA_SERVER` names another one.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { openings } from './plugins/openings.ts';
import { pieces } from './plugins/pieces.ts';

const server = process.env['TABIYA_SERVER'] ?? 'http://127.0.0.1:8064';
const proxy = { '/api': { target: server, ws: true } };

export default defineConfig({
  plugins: [svelte(), openings(), pieces()],
  server: { proxy },
  preview: { proxy },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker.ts' },
      // A service worker answers for the folder it is in, under a name that stays.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // What the first page needs is in one file: each costs a request, and compresses alone.
        codeSplitting: {
          groups: [{ name: 'common', tags: ['$initial'], test: /src\/(?!offline|main).*\.ts$/ }],
        },
      },
    },
  },
  test: { include: ['{src,plugins}/**/*.test.ts'], environment: 'node' },
});
