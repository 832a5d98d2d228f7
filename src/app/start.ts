import nodeModule, { createRequire } from 'node:module'
import path from 'node:path'

createRequire(import.meta.url)('../../scripts/needs-node.cjs')
// Compiling took half of a start. systemd names a folder that the shop may write to.
const { message: failure } = nodeModule.enableCompileCache(
  process.env.CACHE_DIRECTORY ?? path.resolve('dist/server/compiled'),
)
const compilesOnly = process.argv.includes('--compile')
if (!compilesOnly) (await import('./early-database.server.ts')).openDatabaseEarly(process.env)
const { start } = await import('./main.ts')
if (!compilesOnly) start()
else if (failure) throw new Error(failure)
