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
import { limitCodeGuessing, limitCodeSending } from './account-limits.server.ts'
import { forgetInBrowser, giveSessionCookie, sessionToken } from './session-cookie.server.ts'
import { endSession, startSession } from './sessions.server.ts'
import { redeemSignInCode, sendSignInCode } from './sign-in-code.server.ts'
import { codePage, emailPage, tooManyPage } from './sign-in-pages.server.ts'

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
export function signInApi({ db, env: { SHOP_MODE, PUBLIC_URL: publicUrl }, secret }: SignInApi) {
  const demo = SHOP_MODE === 'demo'
  return apiRouter()
    .openapi(showSignIn, (c) => emailPage({ returnTo: safeReturnTo(c.req.valid('query').returnTo) }))
    .openapi(
      signIn,
      async (c) => {
        const { email, code } = c.req.valid('form')
        const returnTo = safeReturnTo(c.req.valid('query').returnTo)
        const address = clientAddress(c)
        const step = { returnTo, email, demo }
        try {
          if (code === undefined) {
            const send = (tx: Db) => sendSignInCode(tx, { email, secret, publicUrl })
            const isAgain = (await limitCodeSending(db, { email, address }, send)) === 'just sent'
            return codePage({ ...step, isAgain })
          }
          await limitCodeGuessing(db, { email, address })
          const userId = await redeemSignInCode(db, { email, secret, code: code.replace(/\s/g, ''), address })
          if (!userId) return codePage({ ...step, error: WRONG_CODE })
          await endSession(db, sessionToken(c))
          giveSessionCookie(c, await startSession(db, { userId, kind: 'shopper' }), 'shopper')
          return c.redirect(returnTo, 303)
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
