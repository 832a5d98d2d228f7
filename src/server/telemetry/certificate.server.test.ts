import { createServer } from 'node:tls'
import { expect, it, vi } from 'vitest'
import { listenLocally } from '#src/testing/resources.ts'
import { LOCALHOST_CERTIFICATE } from '#tests/fakes/localhost-certificate.ts'
import { watchCertificate } from './certificate.server.ts'

it('knows when the certificate of the public address expires, also of an unknown authority', async () => {
  const port = await listenLocally(createServer(LOCALHOST_CERTIFICATE))
  const expiresAt = watchCertificate(`https://localhost:${port}`)
  await vi.waitFor(() => expect(new Date(expiresAt() * 1000).getUTCFullYear()).toBe(2126), { timeout: 30_000 })
})

it('knows nothing about an address without TLS or without an answer', async () => {
  const closed = createServer(LOCALHOST_CERTIFICATE)
  const port = await listenLocally(closed)
  await new Promise((resolve) => closed.close(resolve))
  const known = [watchCertificate('http://localhost:3000'), watchCertificate(`https://localhost:${port}`)]
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(known.map((expiresAt) => expiresAt())).toEqual([Number.NaN, Number.NaN])
})
