import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#src/testing/resources.ts'
import { listStaticFiles } from './static-files.server.ts'

it('static files are served from their folders only', () => {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'pictures'))
  for (const name of ['logo.svg', 'pictures/hero.webp']) writeFileSync(path.join(folder, name), '')
  expect([...listStaticFiles(folder)].sort()).toEqual(['/logo.svg', '/pictures/hero.webp'])
})
