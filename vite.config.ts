import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const VENDOR_CHUNKS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/ },
]

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
      },
      importProtection: { behavior: 'error', client: { files: ['**/*.server.*'] } },
    }),
    react(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: VENDOR_CHUNKS } } } } },
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
