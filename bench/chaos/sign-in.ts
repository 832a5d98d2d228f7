import type { ChaosCustomer } from '#tests/chaos/customers.ts'
import type { Reply } from './load-generator.ts'

type Ask = (call: (shop: string) => Promise<Response>) => Promise<Reply>

const TRIES = 5

/** Signs in as a browser does, with the mailed code and the cookie. Starts over when the code was used up. */
export async function signInCustomer(ask: Ask, email: string): Promise<ChaosCustomer> {
  for (let tries = 0; tries < TRIES; tries++) {
    const response = await ask((shop) => send(shop, { email }))
    const requestCookies = cookiesOf(response)
    const mails = await ask((shop) => fetch(`${shop}/api/demo/messages?to=${encodeURIComponent(email)}`))
    const code = /\b\d{6}\b/.exec(JSON.stringify((mails.body as { text: string }[])[0]?.text ?? ''))?.[0]
    if (!code) continue
    const signedIn = await ask((shop) => send(shop, { email, code }, requestCookies))
    const cookie = cookiesOf(signedIn)
    if (signedIn.status === 303 && cookie) return { email, cookie }
  }
  throw new Error(`${email} cannot sign in`)
}

const cookiesOf = ({ headers }: Reply) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

/** Sends the code with the cookie of the browser that requested it. */
const send = (shop: string, fields: Record<string, string>, cookie = '') =>
  fetch(`${shop}/api/login`, {
    method: 'POST',
    headers: { origin: shop, cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
