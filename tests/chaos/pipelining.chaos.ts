import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { startShop } from '#tests/shop-process.ts'

it('a connection that sends many requests without waiting for a response is closed, one with a few is answered', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-pipelining-'))
  const shop = await startShop({ DATA_DIR: dataDir, DATABASE_URL: '' })
  onTestFinished(async () => {
    await shop.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const countAnswers = async (requests: number) => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const get = 'GET /api/products HTTP/1.1\r\nHost: shop\r\n'
    socket.write(`${`${get}\r\n`.repeat(requests - 1)}${get}Connection: close\r\n\r\n`)
    const received = await text(socket).catch(() => '')
    return received.split('HTTP/1.1 200 OK').length - 1
  }
  expect(await countAnswers(9)).toBe(9)
  expect(await countAnswers(100)).toBeLessThan(10)
})
