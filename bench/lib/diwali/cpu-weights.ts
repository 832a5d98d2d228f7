import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isMissing } from '../machine.ts'

const CGROUPS = '/sys/fs/cgroup'
const DEFAULT_WEIGHT = 100
/** In production the load comes from other machines: it must not wait for a core, nor hold one from the shop for long. */
const LOAD_WEIGHT = 1600

type Pids = readonly (number | undefined)[]

/**
 * Shares the cores as systemd does: by the `CPUWeight` of the shop's unit, for both processes together, and the default
 * for the database. Otherwise each connection counts as much as a shop, because PostgreSQL gives it a session (sched(7),
 * autogroup). Returns the weights, undefined where the machine allows none, and the function that ends them.
 */
export function setCpuWeights({ shops, database }: { shops: Pids; database: Pids }) {
  const weights = { shop: readShopWeight(), database: DEFAULT_WEIGHT, load: LOAD_WEIGHT }
  const isV2 = existsSync(path.join(CGROUPS, 'cgroup.controllers'))
  const root = isV2 ? CGROUPS : path.join(CGROUPS, 'cpu')
  const folders = Object.keys(weights).map((name) => path.join(root, `golconda-bench-${name}`))
  const removeGroups = () => {
    for (const folder of folders) if (existsSync(folder)) rmdirSync(folder)
  }
  try {
    if (isV2) writeFileSync(path.join(root, 'cgroup.subtree_control'), '+cpu')
    for (const [nth, weight] of Object.values(weights).entries()) addGroup(folders[nth] ?? '', weight, isV2)
  } catch (error) {
    console.log('No CPU weights, so each connection counts as much as a shop: they need root and cgroups.', error)
    removeGroups()
    return { weights: undefined, reset: () => {} }
  }
  const own = path.join(root, readOwnGroup(isV2))
  const [shop = '', databaseGroup = '', load = ''] = folders
  moveTo(shop, shops)
  moveTo(databaseGroup, database)
  moveTo(load, [process.pid])
  const reset = () => {
    moveTo(own, [process.pid])
    removeGroups()
  }
  return { weights, reset }
}

function addGroup(folder: string, weight: number, isV2: boolean): void {
  if (!existsSync(folder)) mkdirSync(folder)
  // Version 1 counts in shares, 1,024 by default.
  if (isV2) writeFileSync(path.join(folder, 'cpu.weight'), `${weight}`)
  else writeFileSync(path.join(folder, 'cpu.shares'), `${Math.round((weight * 1024) / DEFAULT_WEIGHT)}`)
}

/** Skips processes that have just ended. */
function moveTo(folder: string, pids: Pids): void {
  for (const pid of pids) {
    try {
      writeFileSync(path.join(folder, 'cgroup.procs'), `${pid}`)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

/** The path of this process's group below the root (cgroups(7)). */
function readOwnGroup(isV2: boolean): string {
  const line = isV2 ? /^0::(.*)$/m : /^\d+:(?:\w+,)*cpu(?:,\w+)*:(.*)$/m
  return line.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/'
}

const readShopWeight = () => Number(/^CPUWeight=(\d+)$/m.exec(readFileSync('deploy/golconda.service', 'utf8'))?.[1])
