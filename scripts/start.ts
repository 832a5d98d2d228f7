import { spawn } from 'node:child_process'
import { buildIfNeeded, SHOP, SHOP_MEMORY } from './build.ts'

buildIfNeeded()
const shop = spawn(process.execPath, SHOP, {
  stdio: 'inherit',
  env: { ...SHOP_MEMORY, ...process.env, NODE_ENV: 'production' },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shop.kill(signal))
shop.on('exit', (code) => process.exit(code ?? 1))
