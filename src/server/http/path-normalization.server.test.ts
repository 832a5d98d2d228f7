import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { listenLocally } from '#src/testing/resources.ts'
import { isCanonicalPath, rejectNonCanonicalPath } from './path-normalization.server.ts'

it('canonical paths are accepted with any query', () => {
  const plain = [
    '/',
    '/products?q=%72uby%2E',
    '/products/dark%20milk',
    '/product/a%2Fb',
    '/traceability/%E0%A4%95',
    '/products/caf%C3%A9%5B1%5D',
    '/assets/app-1a2b.js',
    '/.well-known/security.txt',
    '/api/orders/7?next=/a/../b',
  ]
  expect(plain.filter((url) => !isCanonicalPath(url))).toEqual([])
})

it('an ambiguous path is rejected', () => {
  const twisted = [
    ...['', '*', 'http://shop.example/api/login', '/%61pi/login', '/api/l%6Fgin', '/api%2Elogin', '/%7euser', '/%30'],
    ...['/product/1%09', '/products/.%0A.%5Ccheckout', '/policies/%1f', '/product/1%7F'],
    ...['/uploads/../api/login', '/uploads/..', '/./api', '/uploads/%2e%2E/api', '/uploads\\..\\api', '/products#.js'],
  ]
  expect(twisted.filter(isCanonicalPath)).toEqual([])
})

it('the refusal of an ambiguous path has a code, as every other one', async () => {
  const server = createServer((request, response) => {
    if (!rejectNonCanonicalPath(request, response, { https: false })) response.end()
  })
  const answer = await fetch(`http://127.0.0.1:${await listenLocally(server)}/%61pi/login`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ message: 'We could not read that address.', code: 'invalid' })
})

it('every letter that needs no escape is accepted unescaped', () => {
  const visible = Array.from({ length: 127 - 32 }, (_, nth) => nth + 32).filter((code) => code !== 0x5c)
  const letters = visible.filter((code) => {
    const escaped = `%${code.toString(16).padStart(2, '0')}`
    return !isCanonicalPath(`/${escaped}`) || !isCanonicalPath(`/${escaped.toUpperCase()}`)
  })
  expect(String.fromCharCode(...letters)).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~')
})
