import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin } from 'vite'
import { packagesOf, RUNTIME_PACKAGES } from './scripts/release/packages.ts'

/** Few files: each costs a line in every page's head, and small ones pack badly. */
const CHUNKS = [
  {
    name: 'vendor',
    tags: ['$initial' as const],
    test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]|rolldown.runtime/,
    priority: 3,
  },
  { name: 'shell', tags: ['$initial' as const], priority: 2 },
  {
    name: 'shop-window',
    test: /src[\\/](features[\\/]catalog[\\/](products[\\/]products(\.queries)?|food[\\/]diet-mark)|ui[\\/](badge|empty-state|picture|price))\.tsx?/,
    priority: 1,
  },
  { name: 'cards', test: /src[\\/](features[\\/]catalog[\\/]browse[\\/]product-card|ui[\\/]section-heading)\.tsx/ },
  { name: 'fields', test: /src[\\/]ui[\\/]forms[\\/](field|select)\.tsx/ },
  {
    name: 'product-facts',
    test: /src[\\/](features[\\/](community[\\/]reviews[\\/](product-rating|reviews\.queries|review)|catalog[\\/]product-page[\\/]deferred-sections)|ui[\\/]rating-marks)\.tsx?/,
  },
  {
    name: 'choosing',
    test: /src[\\/](features[\\/]cart[\\/]saved-items[\\/](use-saved-items|saved-items(\.queries)?|saved-items-store)|ui[\\/]forms[\\/]quantity-stepper)\.tsx?/,
  },
  // What of the libraries not every page needs: to ask in parts, and to watch a change.
  { name: 'asking', test: /node_modules[\\/]@tanstack[\\/].*([iI]nfinite|(useQuery|mutationOptions)\.)/, priority: 3 },
  { name: 'changing', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
]

/**
 * A page's loader comes with the page: all loaders together would be sent to everybody who asks for any page. Where most
 * visits begin it is imported when it is called: the server has sent what it loads.
 */
const SPLIT_ROUTES = {
  defaultBehavior: [['loader' as const, 'component' as const, 'errorComponent' as const, 'notFoundComponent' as const]],
}

/** The blurred pixels of all pictures do not pack (1.9 KB); the server has written those of this page into it. */
const blursStayOnTheServer = {
  name: 'blurs-stay-on-the-server',
  apply: 'build' as const,
  applyToEnvironment: (environment: { name: string }) => environment.name === 'client',
  transform: (code: string, id: string) =>
    id.endsWith('static-images.gen.ts') ? code.replaceAll(/,\s*"?blur"?:\s*"[^"]*"/g, '') : undefined,
}

/** A library has changed what a plugin shortens. A security update must not wait for that: the build is only larger. */
const warnOfLoss = (context: { warn: (text: string) => void }, what: string) =>
  context.warn(`${what} by now, and the build goes without what that saved (vite.config.ts)`)

/** The table of screens names its entries for types only; the long names would be sent with every page (0.2 KB). */
const routesNeedNoNames: Plugin = {
  name: 'routes-need-no-names',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!id.endsWith('route-tree.gen.ts')) return undefined
    const unnamed = code.replace(/(const rootRouteChildren\b[^=]*=\s*)\{([^{}]*)\}/, (_all, before, entries) => {
      return `${before}[${entries.replaceAll(/\w+:\s*(\w+)/g, '$1')}]`
    })
    if (unnamed === code) warnOfLoss(this, 'The table of screens is written in another way')
    return unnamed
  },
}

/** Every page lists the scripts that it starts with, so these have short names. */
const scriptName = (chunk: { name: string }) =>
  CHUNKS.some(({ name }) => name === chunk.name) ? 'assets/[hash].js' : 'assets/[name]-[hash].js'

/** The shop's sheet, and those of the figures and the gift card, which come with them. */
const KNOWN_SHEETS = /^assets\/(index|bar-chart|gift-card)-[\w-]+\.css$/

/**
 * Vite's own loads what a part that comes later needs beside it, styles too: this shop has one sheet, React loads what is
 * beside it, and the scripts are mostly there already. Its lists weigh 2.9 KB on the list page, 12 KB in all.
 */
const partsComeAlone: Plugin = {
  name: 'parts-come-alone',
  apply: 'build',
  transform: (_code, id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css') && !KNOWN_SHEETS.test(file))
      if (sheets.length > 0) throw new Error(`Import these with ?url: ${sheets.join(', ')}`)
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue
        const alone = part.code
          .replace(/^const __vite__mapDeps=.*\n/m, '')
          .replaceAll(/,\s*__vite__mapDeps\(\[[\d,\s]*\]\)/g, '')
        if (alone.includes('__vite__mapDeps')) warnOfLoss(this, `Vite lists what ${part.fileName} needs in another way`)
        else part.code = alone
      }
    },
  },
}

/** The builds (for browsers, for the server) in which icons are drawn by the shop's own builder, which saves 1.1 KB. */
const plainIconsIn = new Set<string>()

const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  transform(_code, id) {
    if (!id.endsWith('lucide-react/dist/esm/createLucideIcon.mjs')) return undefined
    plainIconsIn.add(this.environment.name)
    return `export { createLucideIcon as default } from '${path.resolve('src/ui/lucide-icon.ts')}'`
  },
  generateBundle() {
    const { name } = this.environment
    if (!plainIconsIn.has(name)) warnOfLoss(this, `lucide-react makes its icons for the ${name} elsewhere`)
  },
}

/**
 * Drizzle asks of every part of every statement of what kind it is, by names, so that several copies of it would know each
 * other's parts. The built shop has one copy, where a kind is a class: 55 instead of 163 µs of a core for a statement.
 */
export const kindsAreClasses: Plugin = {
  name: 'kinds-are-classes',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('drizzle-orm/entity.js')) return undefined
    const quick = code.replace('function is(value, type) {', '$&\n  return value instanceof type;')
    if (quick === code) warnOfLoss(this, 'Drizzle asks for kinds in another way')
    return quick
  },
}

/** What the server writes into a page as text, from functions: ten packets hold the list with its headers, no byte more. */
const PAGE_SCRIPTS = /src[\\/](app[\\/]pages[\\/]defer-scripts\.server|ui[\\/]deferred[\\/]replay-events)\.ts$/

const pageScriptsAreShort: Plugin = {
  name: 'page-scripts-are-short',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform(code, id) {
    if (!PAGE_SCRIPTS.test(id)) return undefined
    const short = minifySync(id, code, { module: true, compress: true, mangle: true }).code
    // The bundle is printed anew with its spaces: each function says itself how it is written.
    const texts = this.parse(short).body.map((node) => {
      const it = node.type === 'ExportNamedDeclaration' ? node.declaration : node
      if (it?.type !== 'FunctionDeclaration') return ''
      return `${it.id?.name}.toString=()=>${JSON.stringify(short.slice(it.start, it.end))};`
    })
    return short + texts.join('')
  },
}

/** A release ships the licences of what is bundled. */
const listPackages: Plugin = {
  name: 'list-packages',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => {
        if (part.type === 'asset') return part.originalFileNames
        return Object.entries(part.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : []))
      })
      mkdirSync('dist', { recursive: true })
      writeFileSync(`dist/packages-${this.environment.name}.json`, JSON.stringify(packagesOf(modules)))
    },
  },
}

const GALLERY = `<!doctype html><html lang="en-IN"><head><title>Components</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><div id="gallery"></div><script type="module" src="/src/gallery/gallery.tsx"></script></body></html>`

/** The components of src/ui in all their states, for who develops them. */
const gallery: Plugin = {
  name: 'gallery',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use('/dev/gallery', async (request, response) => {
      response.setHeader('Content-Type', 'text/html').end(await server.transformIndexHtml(request.url ?? '/', GALLERY))
    })
  },
}

/** Requests a page when the server starts, so that the first visit finds the shop loaded. */
const loadAtStart: Plugin = {
  name: 'load-at-start',
  apply: 'serve',
  configureServer(server) {
    const { host, port } = server.config.server
    server.httpServer?.once('listening', () => void fetch(`http://${host}:${port}/`))
  },
}

export default defineConfig(({ command }) => ({
  // React has had it itself since its 18th version.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
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
      // The build and the import law check it; while developing it would double the resolving of 740 files.
      importProtection: { enabled: command === 'build', behavior: 'error', client: { files: ['**/*.server.*'] } },
    }),
    react(),
    blursStayOnTheServer,
    routesNeedNoNames,
    partsComeAlone,
    plainIcons,
    kindsAreClasses,
    pageScriptsAreShort,
    listPackages,
    gallery,
    loadAtStart,
  ],
  environments: {
    client: {
      // Icons are small modules that need no bundling; found one by one they would reload the page.
      optimizeDeps: { exclude: ['lucide-react'] },
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: scriptName } },
      },
    },
    // The listener and its dependencies are bundled; PGlite and sharp stay outside: they load files of their own.
    ssr:
      command === 'build'
        ? {
            resolve: { noExternal: true, external: RUNTIME_PACKAGES },
            build: { rolldownOptions: { input: { main: './src/app/start.ts' } } },
          }
        : {},
  },
}))
