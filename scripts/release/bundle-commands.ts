import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { packagesOf, RUNTIME_PACKAGES } from './packages.ts'

/** What an operator runs on the server, bundled like the shop. */
export const COMMANDS = ['admin', 'backup', 'restore', 'seed', 'test-upgrade'] as const

/** Bundling moves code between files, so `import.meta.main` would be wrong: compare with the program that was started. */
const isMain: Plugin = {
  name: 'is-main',
  transform: (code, id) =>
    code.replaceAll('import.meta.main', `(process.argv[1]?.endsWith('/${path.basename(id, '.ts')}.js') ?? false)`),
}

/** An old Node would refuse the syntax of a program before it could say so itself. */
const start = (name: string) => `import '../../scripts/needs-node.cjs'\nawait import('./programs/${name}.js')\n`

/** Bundles the commands into a folder; returns the packages that they contain. */
export async function bundleCommands(outDir: string): Promise<string[]> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [isMain],
    define: { 'import.meta.env.DEV': 'false', 'process.env.NODE_ENV': '"production"' },
    resolve: { noExternal: true, external: RUNTIME_PACKAGES },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(COMMANDS.map((name) => [name, `scripts/${name}.ts`])),
        output: { entryFileNames: 'programs/[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  for (const name of COMMANDS) writeFileSync(path.join(outDir, `${name}.js`), start(name))
  const outputs = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  return packagesOf(outputs.flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : [])))
}
