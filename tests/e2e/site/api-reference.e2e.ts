import { expect } from '@playwright/test'
import { test } from '#tests/e2e/fixtures.ts'

test('the API reference sends a call, and shows a refusal with its code', async ({ page, browserErrors }) => {
  await page.goto('/api/docs')
  const call = page.locator('details').filter({ has: page.getByText('GET /api/products/{id}', { exact: true }) })
  await call.locator('summary').click()
  const id = call.getByRole('textbox', { name: 'id' })
  await id.fill('1')
  await call.getByRole('button', { name: 'Try it' }).click()
  await expect(call.locator('output')).toContainText('200 OK')
  browserErrors.expect(/status of 404/)
  await id.fill('99999')
  await call.getByRole('button', { name: 'Try it' }).click()
  await expect(call.locator('output')).toContainText('"type": "/api/docs#not-found"')
  await expect(call.locator('output')).toContainText("The product you're looking for doesn't exist.")
})

test('the API reference asks before a call changes something', async ({ page, browserErrors }) => {
  await page.goto('/api/docs')
  const call = page.locator('details').filter({ has: page.getByText('POST /api/contact', { exact: true }) })
  await call.locator('summary').click()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  page.once('dialog', (dialog) => dialog.dismiss())
  await call.getByRole('button', { name: 'Try it' }).click()
  expect(sent).toEqual([])
  browserErrors.expect(/status of 400/)
  page.once('dialog', (dialog) => dialog.accept())
  await call.getByRole('button', { name: 'Try it' }).click()
  await expect(call.locator('output')).toContainText('Please check name')
})
