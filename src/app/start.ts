import { enableCompileCache } from 'node:module'
import path from 'node:path'

// Caches compiled code beside the bundle: compiling took half of a start.
const { message: failure } = enableCompileCache(path.resolve('dist/server/compiled'))
const { start } = await import('./main.ts')
if (!process.argv.includes('--compile')) start()
else if (failure) throw new Error(failure)
