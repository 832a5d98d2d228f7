import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Few files: each costs a line in every page's head, and small ones pack badly. */
const CHUNKS = [
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/,
    priority: 3,
  },
  { name: 'shell', tags: ['$initial' as const], priority: 2 },
  {
    name: 'shop-window',
    test: /src[\\/](features[\\/]catalog[\\/]product-grid|ui[\\/](badge|empty-state|field|load-more|quantity-stepper|section-head))\.tsx/,
    priority: 1,
  },
]

/** A page's loader comes with the page: all loaders together would be sent to everybody who asks for any page. */
const SPLIT_ROUTES = {
  defaultBehavior: [['loader' as const, 'component' as const, 'errorComponent' as const, 'notFoundComponent' as const]],
}

/** The blurred pixels of all pictures do not pack; the server has written those of this page into it. */
const blursStayOnTheServer = {
  name: 'blurs-stay-on-the-server',
  apply: 'build' as const,
  applyToEnvironment: (environment: { name: string }) => environment.name === 'client',
  transform: (code: string, id: string) =>
    id.endsWith('house-pictures.gen.ts') ? code.replaceAll(/,\s*"?blur"?:\s*"[^"]*"/g, '') : undefined,
}

export default defineConfig(({ command }) => ({
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 3000), strictPort: true },
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
      },
      importProtection: { behavior: 'error', client: { files: ['**/*.server.*'] } },
    }),
    react(),
    blursStayOnTheServer,
  ],
  environments: {
    client: {
      build: {
        // What a part that comes later imports in turn is mostly there already: the list of it all weighs more.
        modulePreload: { resolveDependencies: (_part, needs) => needs.filter((file) => file.endsWith('.css')) },
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
      },
    },
    // The listener and its dependencies are bundled; PGlite and sharp stay outside: they load files of their own.
    ssr:
      command === 'build'
        ? {
            resolve: { noExternal: true, external: ['@electric-sql/pglite', 'sharp'] },
            build: { rolldownOptions: { input: { main: './src/app/main.ts' } } },
          }
        : {},
  },
}))
