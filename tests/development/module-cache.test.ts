import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLogger, createServer, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheServerModules } from '../../scripts/vite/module-cache.ts'

let root: string
let server: ViteDevServer | undefined
let transformed: string[]
let warnings: string[]

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'module-cache-'))
  await mkdir(path.join(root, 'src'))
  await write('package.json', '{"type":"module"}')
  await write('src/price.ts', 'export const price: number = 100')
  await write('src/total.ts', "import { price } from './price.ts'\nexport const total = price * 2")
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
  await rm(root, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFile(path.join(root, name), text)

const recordTransforms: Plugin = {
  name: 'record-transforms',
  enforce: 'pre',
  transform(_code, id) {
    transformed.push(path.basename(id))
  },
}

/** Starts the development server, again if it runs, and loads `src/total.ts`. */
async function startAndLoad(): Promise<number> {
  await server?.close()
  transformed = []
  warnings = []
  server = await createServer({
    root,
    configFile: false,
    customLogger: { ...createLogger('silent'), warn: (text) => warnings.push(text) },
    server: { middlewareMode: true, ws: false },
    plugins: [recordTransforms, cacheServerModules],
  })
  return loadTotal()
}

async function loadTotal(): Promise<number> {
  const ssr = server?.environments.ssr
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite started without a runner.')
  return (await ssr.runner.import('/src/total.ts')).total
}

const cacheFile = () => path.join(root, 'node_modules/.vite/server-modules.json')

async function startAndWaitForCache(): Promise<void> {
  expect(await startAndLoad()).toBe(200)
  await vi.waitFor(async () => expect(await readFile(cacheFile(), 'utf8')).toContain('/src/price.ts'), 20_000)
}

test('a module that did not change is not transformed again at the next start', async () => {
  await startAndWaitForCache()
  expect(transformed.sort()).toEqual(['price.ts', 'total.ts'])

  expect(await startAndLoad()).toBe(200)
  expect(transformed).toEqual([])
})

test('a module that changed between two starts is served as it is now', async () => {
  await startAndWaitForCache()
  await write('src/price.ts', 'export const price: number = 150')

  expect(await startAndLoad()).toBe(300)
  expect(transformed).toEqual(['price.ts'])
})

test('a module that changes while the server runs is served as it is now', async () => {
  await startAndWaitForCache()
  expect(await startAndLoad()).toBe(200)
  await write('src/price.ts', 'export const price: number = 250')

  await vi.waitFor(async () => expect(await loadTotal()).toBe(500), 20_000)
})

test('a changed configuration transforms every module again', async () => {
  await startAndWaitForCache()
  await write('vite.config.ts', 'export default {}')

  expect(await startAndLoad()).toBe(200)
  expect(transformed.sort()).toEqual(['price.ts', 'total.ts'])
})

test.each(['VITE_CITY', 'NODE_ENV'])('a changed %s transforms every module again', async (name) => {
  await startAndWaitForCache()
  vi.stubEnv(name, 'production')

  expect(await startAndLoad()).toBe(200)
  expect(transformed.sort()).toEqual(['price.ts', 'total.ts'])
})

test('a module that is gone is named with the module that imports it', async () => {
  await startAndWaitForCache()
  await rm(path.join(root, 'src/price.ts'))

  await expect(startAndLoad()).rejects.toThrow(/price\.ts.* in .*total\.ts/)
})

test('a cache that cannot be saved leaves no draft', async () => {
  await mkdir(cacheFile(), { recursive: true })
  expect(await startAndLoad()).toBe(200)
  await vi.waitFor(() => expect(warnings).toHaveLength(1), 20_000)

  const files = await readdir(path.dirname(cacheFile()))
  expect(files.filter((name) => name.startsWith('server-modules'))).toEqual(['server-modules.json'])
})

test('a damaged cache is made again', async () => {
  await startAndWaitForCache()
  await writeFile(cacheFile(), '{"version":')

  expect(await startAndLoad()).toBe(200)
  expect(transformed.sort()).toEqual(['price.ts', 'total.ts'])
})

test('a module that does not compile says so, at each start', async () => {
  await startAndWaitForCache()
  await write('src/price.ts', 'export const price: number = ')

  await expect(startAndLoad()).rejects.toThrow('price.ts')
  await expect(startAndLoad()).rejects.toThrow('price.ts')
})
