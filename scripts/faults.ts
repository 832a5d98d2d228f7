import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { buildIfNeeded } from './build.ts'

/** The fault tests alone, with as many kills as wanted: npm run faults -- --kills 25 */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '25' } } })
buildIfNeeded()
const { status } = spawnSync('vitest', ['run', '--project', 'faults'], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_KILLS: values.kills },
  shell: process.platform === 'win32',
})
process.exitCode = status ?? 1
