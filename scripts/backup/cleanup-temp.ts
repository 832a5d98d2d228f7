import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

/** Longer than any backup or restore takes. */
const ABANDONED_MS = 24 * 3_600_000

/**
 * Folders with customer data that interrupted attempts left (kill -9, power cut), by the prefix given to `mkdtemp`.
 * Each prefix is deleted only where it is used: the folders are shared.
 */
const LEFT = {
  drafts: /^\.golconda-draft-[A-Za-z0-9]{6}$/,
  restored: /^(restoring|golconda-unpacked)-[A-Za-z0-9]{6}$/,
  checked: /^golconda-(check|unpacked)-[A-Za-z0-9]{6}$/,
}

/** Deletes leftovers in a folder. Failures are only reported, so that they do not block later attempts. */
export async function deleteLeftovers(left: keyof typeof LEFT, folder: string, now = Date.now()): Promise<void> {
  for (const name of (await readdir(folder)).filter((found) => LEFT[left].test(found))) {
    const found = path.join(folder, name)
    try {
      if (!(await isAbandoned(found, now))) continue
      await rm(found, { recursive: true, force: true })
      console.log(`Deleted ${found}, which was left by an attempt that was cut off`)
    } catch (error) {
      console.warn(`${found} is left by an attempt that was cut off, and stays: ${(error as Error).message}`)
    }
  }
}

async function isAbandoned(found: string, now: number): Promise<boolean> {
  const is = await lstat(found)
  const isOurs = is.isDirectory() && is.uid === (process.getuid?.() ?? is.uid)
  return isOurs && now - is.mtimeMs > ABANDONED_MS
}

/** Names a check database so that its age can be read from the name. */
export const createCheckDatabaseName = (date: Date) => `golconda_check_${formatTimestamp(date).toLowerCase()}`

export const formatTimestamp = (date: Date) => date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

/** Drops this user's stale check databases, as far as possible. */
export async function dropStaleCheckDatabases(client: pg.Client | pg.Pool, now = Date.now()): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
      where datname ~ '^golconda_check_[0-9]{8}t[0-9]{6}$' and datname < $1 and pg_get_userbyid(datdba) = current_user`,
    [createCheckDatabaseName(new Date(now - ABANDONED_MS))],
  )
  for (const { name } of rows) {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      console.log(`Deleted the database ${name}, which was left by a check that was cut off`)
    } catch (error) {
      console.warn(`The database ${name} is left by a check that was cut off, and stays: ${(error as Error).message}`)
    }
  }
}
