import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DevEnvironment, Plugin, TransformResult } from 'vite'

const OWN_MODULE = /^\/(src|db)\/[^?]+\.tsx?$/
/** While plugins transform these modules they collect state that they need later. */
const STATEFUL = /createServerFn|tsr-shared/
const TRANSFORM_INPUTS = [
  'package.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'scripts/vite/*.ts',
]
const SAVE_AFTER_MS = 1000
const noop = () => undefined
const sha1 = (text: string) => hash('sha1', text, 'base64')

interface Entry {
  hash: string
  result: TransformResult
}

/**
 * Keeps the server's transformed modules between starts of `npm run dev`: two of seven seconds to the first page.
 * An entry is valid for one text of its module, configuration, environment and set of installed packages.
 */
export const cacheServerModules: Plugin = {
  name: 'cache-server-modules',
  apply: 'serve',
  async configureServer({ environments: { ssr }, config }) {
    if (!ssr) return
    const { root, cacheDir, isProduction, base, env, define } = config
    const file = path.join(cacheDir, 'server-modules.json')
    const version = sha1(JSON.stringify([root, isProduction, base, env, define, readConfiguration(root)]))
    answerFromEntries(ssr, await readEntries(file, version), (entries) => save(file, { version, entries }))
  },
}

function answerFromEntries(
  ssr: DevEnvironment,
  entries: Record<string, Entry>,
  saveEntries: (entries: Record<string, Entry>) => Promise<void>,
): void {
  const transformRequest = ssr.transformRequest.bind(ssr)
  const warmupRequest = ssr.warmupRequest.bind(ssr)
  let timer: NodeJS.Timeout | undefined
  const add = (url: string, entry: Entry) => {
    entries[url] = entry
    clearTimeout(timer)
    timer = setTimeout(
      () => saveEntries(entries).catch(({ message }) => ssr.logger.warn(`Modules were not cached: ${message}`)),
      SAVE_AFTER_MS,
    ).unref()
  }

  const findModule = async (url: string) => {
    if (!OWN_MODULE.test(url)) return undefined
    const module = await ssr.moduleGraph.ensureEntryFromUrl(url)
    return module.lastInvalidationTimestamp === 0 ? module : undefined
  }
  ssr.transformRequest = async (url) => {
    const module = await findModule(url)
    const text = await readText(module?.file)
    if (!module || text === undefined) return transformRequest(url)
    const entry = entries[url]
    if (entry?.hash === sha1(text)) {
      if (!module.transformResult && hasItsImports(entry, ssr.config.root))
        ssr.moduleGraph.updateModuleTransformResult(module, { ...entry.result })
      return transformRequest(url)
    }
    const result = await transformRequest(url)
    const isCurrent = text === (await readText(module.file))
    // A copy: Vite appends the source map to the code of the result itself.
    if (result && isCurrent && !STATEFUL.test(result.code)) add(url, { hash: sha1(text), result: { ...result } })
    return result
  }
  // Vite does not await it; a failure is logged by Vite's own.
  ssr.warmupRequest = (url) =>
    entries[url] ? ssr.transformRequest(url).then(noop, () => warmupRequest(url)) : warmupRequest(url)
}

const readText = async (file: string | null | undefined) => (file ? readFile(file, 'utf8').catch(noop) : undefined)

/** Without its entry Vite says which module imports one that is gone. */
const hasItsImports = ({ result }: Entry, root: string) =>
  [...(result.deps ?? []), ...(result.dynamicDeps ?? [])].every(
    (url) => !OWN_MODULE.test(url) || existsSync(path.join(root, url)),
  )

function readConfiguration(root: string): string[] {
  return globSync(TRANSFORM_INPUTS, { cwd: root })
    .sort()
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
}

async function readEntries(file: string, version: string): Promise<Record<string, Entry>> {
  try {
    const stored = JSON.parse(await readFile(file, 'utf8'))
    return stored.version === version ? stored.entries : {}
  } catch {
    return {}
  }
}

/** Renames a finished file, so that a second `npm run dev` never reads half of one. */
async function save(file: string, content: { version: string; entries: Record<string, Entry> }): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, JSON.stringify(content))
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
