import type { ChaosCustomer } from '#tests/chaos/customers.ts'
import type { Reply } from './load-generator.ts'

type Ask = (call: (shop: string) => Promise<Response>) => Promise<Reply>

const TRIES = 5

/** As in a browser: the address, the code from the mailbox, the cookie. Begun anew when the code was spent in vain. */
export async function signInCustomer(ask: Ask, email: string): Promise<ChaosCustomer> {
  for (let tries = 0; tries < TRIES; tries++) {
    const asked = await ask((shop) => send(shop, { email }))
    const asking = cookiesOf(asked)
    const mails = await ask((shop) => fetch(`${shop}/api/demo/messages?to=${encodeURIComponent(email)}`))
    const code = /\b\d{6}\b/.exec(JSON.stringify((mails.body as { text: string }[])[0]?.text ?? ''))?.[0]
    if (!code) continue
    const signedIn = await ask((shop) => send(shop, { email, code }, asking))
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

/** The code comes back with the cookie of the browser that asked for it. */
const send = (shop: string, fields: Record<string, string>, cookie = '') =>
  fetch(`${shop}/api/login`, {
    method: 'POST',
    headers: { origin: shop, cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
