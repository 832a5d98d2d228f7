import fc from 'fast-check'
import { expect, it } from 'vitest'
import { adminReturnTo } from '#src/features/auth/admin-sign-in/admin-sign-in.queries.ts'
import { safeReturnTo, signInPath } from './sign-in-path.ts'

it.each(['/', '/checkout', '/orders?view=ORD_1', '/api/orders/7/invoice', '/product/3#story', '/products/dark%20bars'])(
  'comes back to %s after signing in',
  (path) => expect(safeReturnTo(path)).toBe(path),
)

it.each([
  undefined,
  '',
  'checkout',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/checkout\r\nSet-Cookie: a=b',
  ' //evil.example',
  'javascript:alert(1)',
  '/api/logout',
  '/api/login?returnTo=/',
  '/x/../api/logout',
  '/a b',
  '/చాక్లెట్',
  `/${'a'.repeat(600)}`,
])('goes to the front page instead of %j', (path) => expect(safeReturnTo(path)).toBe('/'))

it('never redirects to another site', () => {
  const shop = 'https://shop.example'
  const piece = fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', '%2f', 'evil.example', '\t', '\n', ' ', '\0')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(piece).map((parts) => parts.join('')),
      ),
      (path) => {
        const there = safeReturnTo(path)
        expect(new URL(there, `${shop}/api/login`).origin).toBe(shop)
        expect(() => new Headers({ Location: there })).not.toThrow()
      },
    ),
    { numRuns: 2000 },
  )
})

it('an admin returns to the admin page that was asked for, and to no other address', () => {
  for (const page of ['/admin', '/admin?view=orders&q=asha', '/admin/payments?q=1', '/admin/custom-orders#top'])
    expect(adminReturnTo(page)).toBe(page)
  for (const other of [undefined, 7, '/orders', '/admin-login', '/admin/../orders', '//evil.example', '/admin@evil'])
    expect(adminReturnTo(other)).toBe('/admin')
})

it('asks the way back in one parameter', () => {
  expect(signInPath('/orders?view=ORD_1&x=1')).toBe('/api/login?returnTo=%2Forders%3Fview%3DORD_1%26x%3D1')
})
