import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { deleteLeftovers } from '../../../scripts/backup/cleanup-temp.ts'

const LONG_AGO = new Date('2026-01-01')

function aFolderWith(names: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-abandoned-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) {
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'data.jsonl.gz'), 'of people')
    utimesSync(path.join(folder, name), LONG_AGO, LONG_AGO)
  }
  return folder
}

const OURS = {
  drafts: ['.golconda-draft-a1B2c3'],
  restored: ['restoring-a1B2c3', 'golconda-unpacked-a1B2c3'],
  checked: ['golconda-check-a1B2c3', 'golconda-unpacked-a1B2c3'],
}
const SOMEBODYS = ['.draft-a1B2c3', '.draft-of-a-novel', 'restoring-the-piano', 'golconda-check-list', 'uploads']

it.each([
  ['drafts', 'where backups go'],
  ['restored', 'beside the database'],
  ['checked', 'where everybody puts what passes'],
] as const)('of interrupted runs only the %s are deleted %s', async (left, _where) => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const all = [...new Set([...Object.values(OURS).flat(), ...SOMEBODYS])]
  const folder = aFolderWith(all)
  await deleteLeftovers(left, folder)
  expect(all.filter((name) => !existsSync(path.join(folder, name))).sort()).toEqual([...OURS[left]].sort())
})

it('folders in use stay, and similar names do not stop the cleanup', async () => {
  const folder = aFolderWith(['restoring-a1B2c3'])
  symlinkSync('/nowhere', path.join(folder, 'restoring-d4E5f6'))
  writeFileSync(path.join(folder, 'restoring-g7H8i9'), 'a file')
  utimesSync(path.join(folder, 'restoring-g7H8i9'), LONG_AGO, LONG_AGO)
  await deleteLeftovers('restored', folder, LONG_AGO.getTime() + 3_600_000)
  expect(existsSync(path.join(folder, 'restoring-a1B2c3'))).toBe(true)
  vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  await deleteLeftovers('restored', folder)
  expect(existsSync(path.join(folder, 'restoring-a1B2c3'))).toBe(false)
  expect(existsSync(path.join(folder, 'restoring-g7H8i9'))).toBe(true)
})
