import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'

const GALLERY = `<!doctype html><html lang="en-IN"><head><title>Components</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><div id="gallery"></div><script type="module" src="/src/gallery/gallery.tsx"></script></body></html>`

/** Serves the components of src/ui in all their states at /dev/gallery. */
export const gallery: Plugin = {
  name: 'gallery',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use('/dev/gallery', async (request, response) => {
      response.setHeader('Content-Type', 'text/html').end(await server.transformIndexHtml(request.url ?? '/', GALLERY))
    })
  },
}

/** The server uses no styles, and Start reads those of a page from the browser's modules. */
export const omitServerStyles: Plugin = {
  name: 'omit-server-styles',
  apply: 'serve',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  load: { filter: { id: /\.css$/ }, handler: () => '' },
}

/** Requests a page when the server starts, so that the first visit finds the shop loaded. */
export const loadAtStart: Plugin = {
  name: 'load-at-start',
  apply: 'serve',
  configureServer(server) {
    server.httpServer?.once('listening', () =>
      loadShop(server).catch((error) => server.config.logger.warn(`The first page was not loaded: ${error.message}`)),
    )
  },
}

async function loadShop({ environments: { ssr }, config: { server } }: ViteDevServer): Promise<void> {
  // In a worker, on another core than the modules. After a restart of Vite the shop still runs (context.server.ts).
  if (ssr && isRunnableDevEnvironment(ssr) && !('runningShop' in globalThis)) {
    const { openDatabaseEarly } = await ssr.runner.import('/src/app/early-database.server.ts')
    openDatabaseEarly(process.env)
  }
  await fetch(`http://${server.host}:${server.port}/`)
}
