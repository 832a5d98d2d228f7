import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { listStaticFiles } from './static-files.server.ts'

it('static files are served from their folders only', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-files-'))
  mkdirSync(path.join(folder, 'pictures'))
  for (const name of ['logo.svg', 'pictures/hero.webp']) writeFileSync(path.join(folder, name), '')
  expect([...listStaticFiles(folder)].sort()).toEqual(['/logo.svg', '/pictures/hero.webp'])
})
