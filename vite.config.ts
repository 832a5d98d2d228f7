import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { RUNTIME_PACKAGES } from './scripts/release/packages.ts'
import { CHUNKS, chunkFileNames } from './scripts/vite/chunks.ts'
import { omitBlurs, omitPreloadLists, omitRouteNames, plainIcons } from './scripts/vite/client-size.ts'
import { gallery, loadAtStart, omitServerStyles } from './scripts/vite/development.ts'
import { cacheServerModules } from './scripts/vite/module-cache.ts'
import { compareKindsByClass, listPackages, minifyInlineScripts } from './scripts/vite/server-build.ts'

/** Each page has its loader in a chunk of its own: together they would be sent with every page. */
const SPLIT_ROUTES = {
  defaultBehavior: [['loader' as const, 'component' as const, 'errorComponent' as const, 'notFoundComponent' as const]],
}

/** Folders that no page uses: watching their thousands of files takes a second of each start. */
const UNWATCHED = ['.cache', '.data', 'art', 'bench', 'dist', 'docs', 'release', 'tests'].map(
  (folder) => path.resolve(folder) + path.sep,
)
function isUnwatched(file: string): boolean {
  const asFolder = path.resolve(file) + path.sep
  return UNWATCHED.some((folder) => asFolder.startsWith(folder))
}

export default defineConfig(({ command }) => ({
  // React itself has it since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    watch: { ignored: isUnwatched },
  },
  plugins: [
    tailwindcss(),
    tanstackStart({
      server: { entry: 'app/server' },
      client: { entry: 'app/client' },
      router: {
        entry: 'app/router',
        routesDirectory: '.',
        generatedRouteTree: './app/route-tree.gen.ts',
        virtualRouteConfig: './src/app/routes.ts',
        codeSplittingOptions: SPLIT_ROUTES,
        enableRouteTreeFormatting: false,
      },
      // The build and the import law check it. In development it doubles the time to resolve 740 files.
      importProtection: { enabled: command === 'build', behavior: 'error', client: { files: ['**/*.server.*'] } },
    }),
    react(),
    omitBlurs,
    omitRouteNames,
    omitPreloadLists,
    plainIcons,
    compareKindsByClass,
    minifyInlineScripts,
    listPackages,
    gallery,
    omitServerStyles,
    loadAtStart,
    cacheServerModules,
  ],
  environments: {
    client: {
      // Icons are small modules. Vite would find them one by one, and reload the page for each.
      optimizeDeps: { exclude: ['lucide-react'] },
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS }, chunkFileNames } },
      },
    },
    // Bundles the server with its dependencies, except PGlite and sharp, which load files of their own.
    ssr:
      command === 'build'
        ? {
            resolve: { noExternal: true, external: RUNTIME_PACKAGES },
            build: { rolldownOptions: { input: { main: './src/app/start.ts' } } },
          }
        : // Transforms the imports of a module while it loads: a seventh of the time to the first page.
          { dev: { preTransformRequests: true } },
  },
}))
