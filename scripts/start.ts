import { spawn } from 'node:child_process'
import { assertPortFree } from '#src/server/process/listen.server.ts'
import { buildIfNeeded, SHOP_MEMORY_ENV, shopCommandFor } from './build.ts'

try {
  // Before anything slow. The shop itself reports an invalid port.
  const port = Number(process.env.PORT || 3000)
  if (Number.isInteger(port)) await assertPortFree({ port, host: process.env.HOST || '127.0.0.1' })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await buildIfNeeded()
const shop = spawn(process.execPath, shopCommandFor(process.env), {
  stdio: 'inherit',
  env: { ...SHOP_MEMORY_ENV, ...process.env, NODE_ENV: 'production' },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shop.kill(signal))
shop.on('exit', (code) => process.exit(code ?? 1))
