import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import browserslistToEsbuild from 'browserslist-to-esbuild'
import { defineConfig } from 'vite'
import { chunkGroupOf, motion } from './tools/chunks.ts'
import { loadRecovery, mails, serviceWorker } from './tools/vite-plugins.ts'

// The stack's own address while `npm run dev` puts hot reload in front of it; with `dev:supabase`, the proxy's.
const stack = process.env['BUBBLEQUEST_STACK'] ?? 'http://127.0.0.1:3000'
const stackPaths = ['/api', '/auth/v1', '/realtime/v1', '/storage/v1', '/functions/v1', '/mailbox']

export default defineConfig({
  root: 'app',
  plugins: [react(), tailwind(), serviceWorker(), loadRecovery(), mails()],
  resolve: {
    alias: [
      {
        find: 'react-remove-scroll',
        replacement: fileURLToPath(new URL('app/ui/overlays/no-scroll-lock.ts', import.meta.url)),
      },
      {
        find: /^aria-hidden$/,
        replacement: fileURLToPath(new URL('app/ui/overlays/hide-others-later.ts', import.meta.url)),
      },
      // One catalogue to write in; a module for each of its sections, so that each page loads its own.
      { find: /^#texts\/(.*)$/, replacement: `${fileURLToPath(new URL('app/texts/en.ts', import.meta.url))}?$1` },
    ],
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Compiles JavaScript and CSS for the browsers in package.json.
    target: browserslistToEsbuild(),
    // Inlined assets would need data: in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('app/index.html', import.meta.url)),
        'load-recovery': fileURLToPath(new URL('app/load-recovery.ts', import.meta.url)),
        'service-worker': fileURLToPath(new URL('app/service-worker.ts', import.meta.url)),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Whole: what is older in it than modules would pull the bundler's helper for that out of the first chunk.
            {
              name: 'uppy',
              test: /node_modules\/(@uppy|@transloadit|dequal|eventemitter3|exifr|is-mobile|is-network-error|lodash|mime-match|namespace-emitter|nanoid|p-queue|p-retry|p-timeout|preact|pretty-bytes|retry|shallow-equal|use-sync-external-store|wildcard)\//,
            },
            // All that is needed first is one file; of the rest, what several pages share.
            {
              name: (id, modules) => (motion.test(id) || chunkGroupOf(id, modules) === 'front' ? 'front' : null),
              tags: ['$initial'],
              debugName: 'front',
            },
            { name: chunkGroupOf, minShareCount: 2, debugName: 'rooms' },
            // One file of what several pages move with, not one of each of its modules.
            { name: 'motion', test: motion, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env['PORT'] ?? 5173),
    strictPort: true,
    proxy: {
      ...Object.fromEntries(
        stackPaths.map((path) => [path, { target: stack, ws: true, changeOrigin: false, xfwd: true }]),
      ),
      // As the static host leads it.
      '/objects': { target: stack, xfwd: true, rewrite: (path) => `/api${path}` },
    },
  },
})
