import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { loadSessionSecret } from './session-secret.server.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('creates a secret once and keeps it private', () => {
  const DATA_DIR = path.join(emptyFolder(), 'not/there/yet')
  const secret = loadSessionSecret({ DATA_DIR, SESSION_SECRET: undefined })
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(loadSessionSecret({ DATA_DIR, SESSION_SECRET: undefined })).toBe(secret)
  const file = path.join(DATA_DIR, 'session-secret')
  expect(readFileSync(file, 'utf8')).toBe(secret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700)
})

it('creates a different secret for every shop', () => {
  const secrets = [1, 2].map(() => loadSessionSecret({ DATA_DIR: emptyFolder(), SESSION_SECRET: undefined }))
  expect(secrets[0]).not.toBe(secrets[1])
})

it('uses the secret that is set and writes nothing', () => {
  const DATA_DIR = path.join(emptyFolder(), 'untouched')
  expect(loadSessionSecret({ DATA_DIR, SESSION_SECRET: 'given by the operator, long enough' })).toBe(
    'given by the operator, long enough',
  )
  expect(() => statSync(DATA_DIR)).toThrow('ENOENT')
})
