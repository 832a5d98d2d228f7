import { expect, type Page } from '@playwright/test'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { enterSignInCode, payAtTestBank } from './customer.ts'
import { waitForPath } from './fixtures.ts'

/** The newest mail with a link to a quotation. */
export async function readQuoteMail(page: Page, email: string): Promise<{ text: string; link: string }> {
  const messages = await (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(email)}`)).json()
  const texts: string[] = messages.map(({ text }: { text: string }) => text)
  const [found] = texts.flatMap((text) => {
    const [link] = /https?:\S+\/checkout\?quote=\S+/.exec(text) ?? []
    return link ? [{ text, link }] : []
  })
  if (!found) throw new Error(`No quotation for ${email} in ${JSON.stringify(texts)}`)
  return found
}

export const readQuoteLink = async (page: Page, email: string) => (await readQuoteMail(page, email)).link

/** Opens the link signed out, signs in, and returns to the quotation. */
export async function openQuotation(page: Page, link: string, email: string) {
  await page.goto(link)
  await page.getByRole('link', { name: 'Sign In to Shop' }).click()
  await enterSignInCode(page, email)
  await waitForPath(page, '/checkout')
  await expect(page.getByRole('heading', { name: 'Your Quotation' })).toBeVisible()
}

/** Accepts the quotation by paying it; the form is filled. Returns the payment and the request that started it. */
export async function payQuotation(page: Page) {
  const answer = page.waitForResponse((response) => response.url().endsWith('/accept'))
  await page.getByRole('button', { name: 'Pay with UPI' }).click()
  const accepted = await answer
  const started: StartedPayment = await accepted.json()
  await expect(page.getByRole('dialog', { name: 'Complete UPI Payment' })).toBeVisible()
  await payAtTestBank(page, started)
  await waitForPath(page, '/orders')
  return { started, sent: accepted.request().postDataJSON() }
}
