import { spawn } from 'node:child_process'
import { refuseTakenPort } from '../src/app/doors.server.ts'
import { buildIfNeeded, SHOP, SHOP_MEMORY } from './build.ts'

try {
  // Before anything that takes long. What is wrong with a port that is no number the shop says itself.
  const port = Number(process.env.PORT || 3000)
  if (Number.isInteger(port)) await refuseTakenPort({ port, host: process.env.HOST || '127.0.0.1' })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
buildIfNeeded()
const shop = spawn(process.execPath, SHOP, {
  stdio: 'inherit',
  env: { ...SHOP_MEMORY, ...process.env, NODE_ENV: 'production' },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shop.kill(signal))
shop.on('exit', (code) => process.exit(code ?? 1))
