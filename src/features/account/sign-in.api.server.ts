import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { ShopError } from '#src/core/shop-error.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { Env } from '#src/platform/env.server.ts'
import { Email } from './account.contract.ts'
import { safeReturnTo } from './account.rules.ts'
import { codeNonce, keepCodeNonce, newNonce, takeCodeNonce } from './code-cookie.server.ts'
import { knownDevice, rememberDevice } from './device-cookie.server.ts'
import { withSentCode } from './known-browser.server.ts'
import { forgetInBrowser, giveSessionCookie, sessionToken } from './session-cookie.server.ts'
import { endSession, startSession } from './sessions.server.ts'
import { redeemSignInCode, requestSignInCode } from './sign-in-code.server.ts'
import { codePage, elsewherePage, emailPage, tooManyPage } from './sign-in-pages.server.ts'

const query = z.object({ returnTo: z.string().optional() })
const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })
const redirect = { description: 'On to the next page.' }

const showSignIn = createRoute({
  method: 'get',
  path: '/login',
  request: { query },
  responses: { 200: page('The form that asks for the e-mail address.') },
})

const SignInForm = z.object({ email: Email, code: z.string().max(50).optional() })

const signIn = createRoute({
  method: 'post',
  path: '/login',
  request: {
    query,
    body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: SignInForm } } },
  },
  responses: {
    200: page('The code was sent; the form that asks for it.'),
    303: redirect,
    422: page('The form again, with what is wrong.'),
    429: page('Too many tries.'),
  },
})

const signOut = createRoute({ method: 'get', path: '/logout', responses: { 303: redirect } })

type SignInApi = { db: Db; env: Pick<Env, 'SHOP_MODE' | 'PUBLIC_URL'>; secret: string }

/** The pages on which shoppers sign in and the path that signs them out. No script takes part. */
export function signInApi(shop: SignInApi) {
  const { db, env } = shop
  return apiRouter()
    .openapi(showSignIn, (c) => {
      const page = emailPage({ returnTo: safeReturnTo(c.req.valid('query').returnTo) })
      return inThisBrowser(c, page, codeNonce(c) ?? newNonce())
    })
    .openapi(
      signIn,
      async (c) => {
        const { email, code } = c.req.valid('form')
        const returnTo = safeReturnTo(c.req.valid('query').returnTo)
        const step = { returnTo, email, demo: env.SHOP_MODE === 'demo' }
        try {
          return await (code === undefined ? sendCode(c, shop, step) : takeCode(c, shop, { ...step, code }))
        } catch (error) {
          if (error instanceof ShopError && error.code === 'too-many') return tooManyPage(error, step)
          throw error
        }
      },
      (result, c) => {
        if (!result.success) return emailPage({ returnTo: safeReturnTo(c.req.query('returnTo')), error: BAD_EMAIL })
      },
    )
    .openapi(signOut, async (c) => {
      if (meansToLeave(c)) {
        await endSession(db, sessionToken(c))
        forgetInBrowser(c, 'for now')
      }
      return c.redirect('/', 303)
    })
}

type Step = { returnTo: string; email: string; demo: boolean }

async function sendCode(c: Context, { db, env, secret }: SignInApi, step: Step): Promise<Response> {
  const nonce = codeNonce(c) ?? newNonce()
  const asking = { ...askerOf(c, { email: step.email, secret }), nonce, publicUrl: env.PUBLIC_URL }
  const sent = await requestSignInCode(db, asking)
  return inThisBrowser(c, codePage({ ...step, isAgain: sent === 'just sent' }), withSentCode(nonce))
}

async function takeCode(c: Context, { db, secret }: SignInApi, { code, ...step }: Step & { code: string }) {
  const owner = { email: step.email, secret }
  const asking = { ...askerOf(c, owner), nonce: codeNonce(c), code: code.replace(/\s/g, '') }
  const redeemed = await redeemSignInCode(db, asking)
  if (redeemed === 'elsewhere') return elsewherePage({ ...step, error: ASKED_ELSEWHERE })
  if (redeemed === 'wrong') return codePage({ ...step, error: WRONG_CODE })
  await endSession(db, sessionToken(c))
  giveSessionCookie(c, await startSession(db, { userId: redeemed.userId, kind: 'shopper' }), 'shopper')
  rememberDevice(c, owner)
  takeCodeNonce(c)
  return c.redirect(step.returnTo, 303)
}

const askerOf = (c: Context, owner: { email: string; secret: string }) => ({
  ...owner,
  address: clientAddress(c),
  device: knownDevice(c, owner),
})

/** The page, and with it the number by which this browser is known when it brings the code. */
async function inThisBrowser(c: Context, page: Promise<Response>, nonce: string): Promise<Response> {
  c.res = await page
  keepCodeNonce(c, nonce)
  return c.res
}

const ASKED_ELSEWHERE = 'Please type the code in the browser where you asked for it, or ask for a new one here.'
const WRONG_CODE = 'That code is wrong or no longer valid. Please check it, or get a new one.'
const BAD_EMAIL = 'Please enter a valid e-mail address.'

/** Another site that embeds or links our logout must not sign people out, nor a browser that fetches ahead. */
function meansToLeave(c: Context): boolean {
  const site = c.req.header('sec-fetch-site') ?? 'none'
  const fetchesAhead = (c.req.header('sec-purpose') ?? '').includes('prefetch')
  // A picture or a script with this address is no press of the customer.
  const opensPage = (c.req.header('sec-fetch-dest') ?? 'document') === 'document'
  return (site === 'none' || site === 'same-origin') && !fetchesAhead && opensPage
}
