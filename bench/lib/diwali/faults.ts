import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listPostgresProcesses } from '../machine.ts'
import type { DiwaliShop } from './shop.ts'

type Begun = { shop: DiwaliShop; seconds: number }

const GATEWAY_MS = 8000
const STALL_SECONDS = 3
const MOST_BETWEEN_STALLS = 60
const FILE_GB = 8

/** The limit at which a file of the bench fills the disk. Other programs may take or free half of that. */
export async function belowFreeMb(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir())
  return Math.round((bavail * bsize) / 1024 ** 2 - (FILE_GB * 1024) / 2)
}

/** The faults, which begin and end during the load. */
export const FAULTS: Record<string, (begun: Begun) => Promise<void>> = {
  none: async () => {},
  gateway: async ({ shop: { razorpay }, seconds }) => {
    razorpay.answersAfter(GATEWAY_MS)
    await sleep(seconds * 1000)
    razorpay.answersAfter(0)
  },
  database: async ({ shop: { cluster }, seconds }) => {
    const pause = Math.min(MOST_BETWEEN_STALLS, Math.max(seconds / 2, STALL_SECONDS * 2)) - STALL_SECONDS
    let stopped: number[] = []
    const signalAll = (signal: NodeJS.Signals) => {
      for (const pid of stopped) process.kill(pid, signal)
    }
    for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(pause * 1000)) {
      stopped = listPostgresProcesses(cluster.server?.data ?? '')
      signalAll('SIGSTOP')
      await sleep(STALL_SECONDS * 1000)
      signalAll('SIGCONT')
    }
  },
  disk: async ({ shop: { cluster }, seconds }) => {
    const file = path.join(cluster.folder, 'fills-the-disk')
    execFileSync('fallocate', ['-l', `${FILE_GB}G`, file])
    await sleep(seconds * 1000)
    rmSync(file)
  },
  clock: async ({ shop: { cluster }, seconds }) => {
    const pid = cluster.shops[1]?.pid ?? 0
    process.kill(pid, 'SIGUSR2')
    await sleep(seconds * 1000)
    process.kill(pid, 'SIGUSR2')
  },
}
