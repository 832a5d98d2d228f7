import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { buildIfNeeded } from '../build.ts'

/** Runs the chaos tests alone: npm run chaos -- --kills 25 */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '25' } } })
await buildIfNeeded()
const { status } = spawnSync('vitest', ['run', '--project', 'chaos', '--maxWorkers=2'], {
  stdio: 'inherit',
  env: { ...process.env, CHAOS_KILLS: values.kills },
  shell: process.platform === 'win32',
})
process.exitCode = status ?? 1
