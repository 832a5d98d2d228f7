import { enableCompileCache } from 'node:module'
import path from 'node:path'

// What V8 makes of the bundle lies beside it: half of a start was compiling. Node keeps it apart for each user.
const { message: failure } = enableCompileCache(path.resolve('dist/server/compiled'))
const { start } = await import('./main.ts')
if (!process.argv.includes('--compile')) start()
else if (failure) throw new Error(failure)
