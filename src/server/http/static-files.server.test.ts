import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#src/testing/resources.ts'
import { listStaticFiles, serveStaticFiles } from './static-files.server.ts'

it('static files are served from their folders only', () => {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'pictures'))
  for (const name of ['logo.svg', 'pictures/hero.webp']) writeFileSync(path.join(folder, name), '')
  expect([...listStaticFiles(folder)].sort()).toEqual(['/logo.svg', '/pictures/hero.webp'])
})

it('a file varies by compression, and is 304 for a browser that has it', async () => {
  const folder = temporaryFolder()
  for (const name of ['assets', 'pictures']) mkdirSync(path.join(folder, name))
  for (const name of ['assets/a.js', 'pictures/hero.webp']) writeFileSync(path.join(folder, name), 'content')
  const app = new Hono()
  serveStaticFiles(app, folder)
  for (const name of ['/assets/a.js', '/pictures/hero.webp']) {
    const { status, headers } = await app.request(name)
    expect([status, headers.get('vary')]).toEqual([200, 'Accept-Encoding'])
    const known = { 'if-modified-since': headers.get('last-modified') ?? '' }
    const again = await app.request(name, { headers: known })
    expect([again.status, await again.text(), again.headers.get('content-length')]).toEqual([304, '', null])
    expect(again.headers.get('cache-control')).toBe(headers.get('cache-control'))
    const older = { 'if-modified-since': new Date(0).toUTCString() }
    expect((await app.request(name, { headers: older })).status).toBe(200)
  }
})
