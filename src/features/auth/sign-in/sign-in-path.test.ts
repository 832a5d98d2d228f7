import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeReturnTo, signInPath } from './sign-in-path.ts'

it.each(['/', '/checkout', '/orders?view=ORD_1', '/product/3#story', '/products/dark%20bars'])(
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

it('asks the way back in one parameter', () => {
  expect(signInPath('/orders?view=ORD_1&x=1')).toBe('/api/login?returnTo=%2Forders%3Fview%3DORD_1%26x%3D1')
})
