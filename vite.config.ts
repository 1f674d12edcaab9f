import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The stack's own address while `npm run dev` puts hot reload in front of it.
const stack = process.env['BUBBLEQUEST_STACK'] ?? 'http://127.0.0.1:3000'
const stackPaths = ['/api', '/auth/v1', '/realtime/v1', '/storage/v1', '/functions/v1', '/mailbox']

/** One catalogue to write in; a module for each of its sections, so that each page loads its own. */
function sections(): Plugin {
  const catalogue = fileURLToPath(new URL('app/texts/en.ts', import.meta.url))
  return {
    name: 'sections',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('#texts/') ? `${catalogue}?${id.slice('#texts/'.length)}` : undefined),
  }
}

export default defineConfig({
  root: 'app',
  plugins: [sections(), react(), tailwind()],
  resolve: {
    alias: [
      { find: 'react-remove-scroll', replacement: fileURLToPath(new URL('app/ui/no-scroll-lock.ts', import.meta.url)) },
      // The same function, which the app has already.
      { find: 'classnames', replacement: 'clsx' },
    ],
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined assets would need data: in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // What only this device knows, screens of both rooms share: in one piece it is smaller than in four.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // The first page of all needs it, and every other.
            {
              name: 'base',
              test: /node_modules\/(react|zod|clsx|tailwind-merge|@radix-ui\/react-(slot|compose-refs))\/|lucide-react\/dist\/esm\/(?!icons)|\/app\/(lib\/(stored|page-title)|ui\/cn)\.ts$/,
            },
            // All of a form, or none of it, is on a page.
            {
              name: 'fields',
              test: /\/app\/(ui\/(field|text-field|password-field)\.tsx|lib\/field-messages\.ts)$|lucide-react\/dist\/esm\/icons\/eye(-off)?\.mjs$/,
            },
            { name: 'floating', test: /node_modules\/(@floating-ui\/|@radix-ui\/react-(menu|dropdown-menu|tooltip|popper|arrow|roving-focus|tabs)\/)/ },
            // Whole: what is older in it than modules would pull the bundler's helper for that out of the first chunk.
            {
              name: 'uppy',
              test: /node_modules\/(@uppy|@transloadit|dequal|eventemitter3|exifr|is-mobile|is-network-error|lodash|mime-match|namespace-emitter|nanoid|p-queue|p-retry|p-timeout|preact|pretty-bytes|retry|shallow-equal|use-sync-external-store|wildcard)\//,
            },
            { name: 'atoms', test: /node_modules\/jotai\/|\/app\/lib\/(live-status|open-dialogs|mission-control-view)\.ts$/ },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env['PORT'] ?? 5173),
    strictPort: true,
    proxy: {
      ...Object.fromEntries(stackPaths.map((path) => [path, { target: stack, ws: true, changeOrigin: false, xfwd: true }])),
      // As the static host leads it.
      '/objects': { target: stack, xfwd: true, rewrite: (path) => `/api${path}` },
    },
  },
})
