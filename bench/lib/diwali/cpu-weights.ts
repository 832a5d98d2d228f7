import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const CGROUPS = '/sys/fs/cgroup'
const DEFAULT_WEIGHT = 100
/** In production the load comes from other machines: it may not wait for a core, nor take both from the shop for long. */
const LOAD_WEIGHT = 1600

type Pids = readonly (number | undefined)[]

/**
 * Shares the cores as systemd does: by the `CPUWeight` of the shop's unit, and the default for the database. Otherwise
 * each connection counts as much as the shop, because PostgreSQL gives it a session (sched(7), autogroup). Returns the
 * function that ends it.
 */
export function weighProcesses({ shops, database }: { shops: Pids; database: Pids }): () => void {
  const isV2 = existsSync(path.join(CGROUPS, 'cgroup.controllers'))
  const root = isV2 ? CGROUPS : path.join(CGROUPS, 'cpu')
  const folders: string[] = []
  const move = (pids: Pids, folder: string) => {
    for (const pid of pids) writeFileSync(path.join(folder, 'cgroup.procs'), `${pid}`)
  }
  const addGroup = (name: string, weight: number, pids: Pids) => {
    const folder = path.join(root, `golconda-bench-${name}`)
    mkdirSync(folder, { recursive: true })
    folders.push(folder)
    // Version 1 counts in shares, 1,024 by default.
    if (isV2) writeFileSync(path.join(folder, 'cpu.weight'), `${weight}`)
    else writeFileSync(path.join(folder, 'cpu.shares'), `${Math.round((weight * 1024) / DEFAULT_WEIGHT)}`)
    move(pids, folder)
  }
  try {
    if (isV2) writeFileSync(path.join(root, 'cgroup.subtree_control'), '+cpu')
    addGroup('shop', readShopWeight(), shops)
    addGroup('database', DEFAULT_WEIGHT, database)
    addGroup('load', LOAD_WEIGHT, [process.pid])
  } catch (error) {
    console.log('The shop gets no larger share of the cores than the database and the load:', error)
  }
  return () => {
    if (folders.length === 0) return
    move([process.pid], root)
    for (const folder of folders) rmdirSync(folder)
  }
}

const readShopWeight = () => Number(/^CPUWeight=(\d+)$/m.exec(readFileSync('deploy/golconda.service', 'utf8'))?.[1])
