import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers, type Fault, waitForPayment, waitForRise } from './trial.ts'

const SIZE = '2g'

/** Mounts a small disk in memory, if this user may; the process unmounts it at its end. */
export function mountSmallDisk(): string | undefined {
  const disk = mkdtempSync(path.join(tmpdir(), 'golconda-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'golconda', disk], { stdio: 'ignore' })
  } catch {
    rmSync(disk, { recursive: true })
    return undefined
  }
  process.once('exit', () => {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  })
  return disk
}

/** Fills the disk of the shops and their database until a customer notices it, and makes room some seconds later. */
export async function fillDisk({ cluster, load, times, random, recovery }: Fault): Promise<void> {
  const ballast = path.join(cluster.folder, '..', 'ballast')
  for (let nth = 0; nth < times; nth++) {
    await waitForPayment(load)
    await sleep(random() * 1500)
    await fill(ballast)
    await waitForRise(() => load.counts.unavailable + load.counts.cut)
    await sleep(random() * 8000)
    rmSync(ballast)
    const since = performance.now()
    await restartWhatEnded(cluster)
    await waitForPayment(load)
    await Promise.all(cluster.urls.map((url) => answers(`${url}/orders`, 200)))
    recovery.push((performance.now() - since) / 1000)
  }
}

/** Ends when no byte is left. */
async function fill(file: string): Promise<void> {
  await once(spawn('sh', ['-c', 'cat /dev/zero > "$0"', file], { stdio: 'ignore' }), 'exit')
}

/** A database that cannot write its log stops, and so does a shop whose embedded database did. */
async function restartWhatEnded({ server, shops, start }: Fault['cluster']): Promise<void> {
  if (server && !existsSync(path.join(server.data, 'postmaster.pid'))) await server.revive()
  for (const [nth, shop] of shops.entries()) if (shop.hasEnded()) await start(nth)
}
