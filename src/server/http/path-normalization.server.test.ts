import { expect, it } from 'vitest'
import { isCanonicalPath } from './path-normalization.server.ts'

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
    ...['/uploads/../api/login', '/uploads/..', '/./api', '/uploads/%2e%2E/api', '/uploads\\..\\api', '/products#.js'],
  ]
  expect(twisted.filter(isCanonicalPath)).toEqual([])
})

it('every letter that needs no escape is accepted unescaped', () => {
  const letters = Array.from({ length: 128 }, (_, code) => code).filter((code) => {
    const escaped = `%${code.toString(16).padStart(2, '0')}`
    return !isCanonicalPath(`/${escaped}`) || !isCanonicalPath(`/${escaped.toUpperCase()}`)
  })
  expect(String.fromCharCode(...letters)).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~')
})
