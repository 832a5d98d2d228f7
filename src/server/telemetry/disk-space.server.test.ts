import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { assertWritable, minFreeBytes, watchDiskSpace } from './disk-space.server.ts'

const spaceOf = async (folder: string, minBytes: number) => {
  const space = await watchDiskSpace(folder, { minBytes })
  onTestFinished(space.stop)
  return space
}

it('a disk with too little room is noticed also before the first file makes its folder', async () => {
  const existing = mkdtempSync(path.join(tmpdir(), 'golconda-disk-'))
  onTestFinished(() => rmSync(existing, { recursive: true }))
  for (const folder of [existing, path.join(existing, 'data', 'uploads')]) {
    const space = await spaceOf(folder, Number.MAX_SAFE_INTEGER)
    expect(space.bytes()).toBeGreaterThan(0)
    expect(space.bytes()).toBeLessThan(Number.POSITIVE_INFINITY)
    expect(space.isLow()).toBe(true)
    expect((await spaceOf(folder, 1)).isLow()).toBe(false)
  }
})

it('a folder that the shop cannot write to is named, and one that is missing is made', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'golconda-disk-')), 'data')
  onTestFinished(() => rmSync(path.dirname(folder), { recursive: true }))
  await assertWritable(folder)
  expect(existsSync(folder)).toBe(true)
  const impossible = path.join(import.meta.filename, 'below-a-file')
  await expect(assertWritable(impossible)).rejects.toThrow(`DATA_DIR: the shop cannot write to ${impossible}`)
})

it('a disk that cannot be asked is no reason to refuse writes', async () => {
  const space = await spaceOf(path.join(import.meta.filename, 'below-a-file'), Number.MAX_SAFE_INTEGER)
  expect(space.isLow()).toBe(false)
})

it.each([
  [{ isEmbedded: true, hasBucket: true }, 2_097_152],
  [{ isEmbedded: true, hasBucket: false }, 2_097_152],
  [{ isEmbedded: false, hasBucket: false }, 2_097_152],
  [{ isEmbedded: false, hasBucket: true }, 0],
])('of two megabytes that must stay free, a shop with %o keeps %i bytes', (storing, bytes) => {
  expect(minFreeBytes(2, storing)).toBe(bytes)
})
