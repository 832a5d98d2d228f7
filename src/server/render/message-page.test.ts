import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import { expect, it } from 'vitest'
import { renderMessagePage } from './message-page.server.ts'

it('allows nothing but its own style, named by its hash', async () => {
  const page = await renderMessagePage({ title: 'Sign in', body: html`<h1>Sign in</h1>` })
  const style = (await page.text()).match(/<style>([\s\S]*)<\/style>/)?.[1] ?? ''
  expect(style).toContain('--cocoa-900')
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  )
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

it('shows values as text, never as markup', async () => {
  const evil = '<script>alert("1")</script>'
  const page = await (await renderMessagePage({ title: evil, body: html`<p title="${evil}">${evil}</p>` })).text()
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;')
})

it('answers with the given status and headers', async () => {
  const page = await renderMessagePage({
    title: 'No',
    body: html`<p>No</p>`,
    status: 429,
    headers: { 'Retry-After': '7' },
  })
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '7'])
})
