import type { Context } from 'hono'
import { z } from 'zod'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import {
  clearBrowserData,
  readSessionToken,
  setSessionCookie,
} from '#src/features/auth/sessions/session-cookie.server.ts'
import { endSession, startSession } from '#src/features/auth/sessions/sessions.server.ts'
import type { Env } from '#src/server/config/env.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { formUpTo } from '#src/server/routes/route-policy.server.ts'
import { markCodeSent } from './browser-id.server.ts'
import { clearCodeNonceCookie, createCodeNonce, readCodeNonce, setCodeNonceCookie } from './code-nonce-cookie.server.ts'
import { readKnownDevice, setDeviceCookie } from './device-cookie.server.ts'
import { redeemSignInCode, requestSignInCode } from './sign-in-code.server.ts'
import { renderCodeLimitPage, renderCodePage, renderEmailPage, renderWrongBrowserPage } from './sign-in-pages.server.ts'
import { safeReturnTo } from './sign-in-path.ts'

const query = z.object({ returnTo: z.string().optional() })
const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })
const redirect = { description: 'Redirects to the next page.' }

const showSignIn = defineRoute('get', '/login', {
  ...PUBLIC,
  priority: 'checkout',
  ipLimit: 'sign-in-pages',
  query,
  responses: { 200: page('The form that asks for the e-mail address.') },
})

const SignInForm = z.object({ email: Email, code: z.string().max(50).optional() })

const signIn = defineRoute('post', '/login', {
  ...PUBLIC,
  priority: 'checkout',
  ipLimit: 'sign-in',
  body: formUpTo(4),
  query,
  form: SignInForm,
  responses: {
    200: page('The form for the code, which was sent.'),
    303: redirect,
    422: page('The form again, with what is wrong.'),
    429: page('Too many attempts.'),
  },
})

const signOut = defineRoute('get', '/logout', {
  ...PUBLIC,
  priority: 'checkout',
  ipLimit: 'sign-in-pages',
  whileClosed: true,
  responses: { 303: redirect },
})

type SignInApi = { db: Db; env: Pick<Env, 'SHOP_MODE' | 'PUBLIC_URL'>; secret: string }

export function signInApi(shop: SignInApi) {
  const { db, env } = shop
  return createApiRouter()
    .openapi(showSignIn(), (c) => {
      const page = renderEmailPage({ returnTo: safeReturnTo(c.req.valid('query').returnTo) })
      return withNonceCookie(c, page, readCodeNonce(c) ?? createCodeNonce())
    })
    .openapi(
      signIn(),
      async (c) => {
        const { email, code } = c.req.valid('form')
        const returnTo = safeReturnTo(c.req.valid('query').returnTo)
        const step = { returnTo, email, demo: env.SHOP_MODE === 'demo' }
        try {
          return await (code === undefined ? sendCode(c, shop, step) : takeCode(c, shop, { ...step, code }))
        } catch (error) {
          if (error instanceof DomainError && error.code === 'too-many') return renderCodeLimitPage(error, step)
          throw error
        }
      },
      (result, c) => {
        if (!result.success) return refuseEmail(c)
      },
    )
    .openapi(signOut(), async (c) => {
      if (isIntendedSignOut(c)) {
        await endSession(db, readSessionToken(c))
        clearBrowserData(c, 'sign-out')
      }
      return c.redirect('/', 303)
    })
}

async function refuseEmail(c: Context): Promise<Response> {
  const { email } = await c.req.parseBody()
  const typed = typeof email === 'string' ? email.slice(0, 254) : ''
  return renderEmailPage({ returnTo: safeReturnTo(c.req.query('returnTo')), error: BAD_EMAIL, email: typed })
}

type Step = { returnTo: string; email: string; demo: boolean }

async function sendCode(c: Context, { db, env, secret }: SignInApi, step: Step): Promise<Response> {
  const nonce = readCodeNonce(c) ?? createCodeNonce()
  const asking = { ...askerOf(c, { email: step.email, secret }), nonce, publicUrl: env.PUBLIC_URL }
  const sent = await requestSignInCode(db, asking)
  return withNonceCookie(c, renderCodePage({ ...step, isAgain: sent === 'already-sent' }), markCodeSent(nonce))
}

async function takeCode(c: Context, { db, secret }: SignInApi, { code, ...step }: Step & { code: string }) {
  const owner = { email: step.email, secret }
  const asking = { ...askerOf(c, owner), nonce: readCodeNonce(c), code: code.replace(/\s/g, '') }
  const redeemed = await redeemSignInCode(db, asking)
  if (redeemed === 'wrong-browser') return renderWrongBrowserPage({ ...step, error: WRONG_BROWSER })
  if (redeemed === 'wrong') return renderCodePage({ ...step, error: WRONG_CODE })
  await endSession(db, readSessionToken(c))
  setSessionCookie(c, await startSession(db, { userId: redeemed.userId, kind: 'customer' }), 'customer')
  setDeviceCookie(c, owner)
  clearCodeNonceCookie(c)
  return c.redirect(step.returnTo, 303)
}

const askerOf = (c: Context, owner: { email: string; secret: string }) => ({
  ...owner,
  address: getClientIp(c),
  device: readKnownDevice(c, owner),
})

async function withNonceCookie(c: Context, page: Promise<Response>, nonce: string): Promise<Response> {
  c.res = await page
  setCodeNonceCookie(c, nonce)
  return c.res
}

const WRONG_BROWSER =
  'This code is no longer valid, or was requested in another browser. Please enter it there, or request a new one here.'
const WRONG_CODE = 'That code is wrong or no longer valid. Please check it, or get a new one.'
const BAD_EMAIL = 'Please enter a valid e-mail address.'

/** Cross-site links, embeds and prefetches must not sign anyone out. */
function isIntendedSignOut(c: Context): boolean {
  const site = c.req.header('sec-fetch-site') ?? 'none'
  const fetchesAhead = (c.req.header('sec-purpose') ?? '').includes('prefetch')
  // An image or a script with this address is not a click.
  const opensPage = (c.req.header('sec-fetch-dest') ?? 'document') === 'document'
  return (site === 'none' || site === 'same-origin') && !fetchesAhead && opensPage
}
