import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { carriesSession } from '#src/features/account/session-cookie.server.ts'
import type { KeptAnswers, Made } from '#src/platform/kept-answers.server.ts'
import { shownBy } from './public-reads.ts'

/**
 * A browser asks every time, because whoever signs in must see their own page at once; caches on the way may keep an
 * answer for a moment, and give an old one while they fetch the new.
 */
export const PUBLIC_HEADERS = {
  'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=300',
  vary: 'Accept-Encoding, Cookie',
}

/** What is kept for everybody is for this request too. */
export function isForEverybody({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !carriesSession(headers.cookie)
}

/** The kept answer to a request, made if it must be; undefined for one that is personal or not to be kept. */
export function throughKept(
  c: Context,
  { kept, make }: { kept: KeptAnswers; make: (address: string) => Promise<Made> },
): Promise<Response> | undefined {
  const { method, url } = c.req
  if (import.meta.env.DEV || method !== 'GET' || carriesSession(c.req.header('cookie'))) return undefined
  const address = keepableAddress(new URL(url))
  return address === undefined ? undefined : kept.through(address, c.req.header('accept-encoding'), () => make(address))
}

/** What links of campaigns carry for others to count: the page is the same without. */
const FOR_OTHERS = /^(utm_.+|gclid|fbclid|msclkid|mc_cid|mc_eid)$/

/** Only addresses without a query are kept: queries are without end, and would push out what many ask for. */
function keepableAddress({ pathname, searchParams }: URL): string | undefined {
  const isPlain = [...searchParams.keys()].every((name) => FOR_OTHERS.test(name))
  return isPlain && !/^\/admin(\/|$)/.test(pathname) ? pathname : undefined
}

/** The bytes of a public call's answer. */
export async function makePublicAnswer(address: string, ask: (path: string) => Promise<Response>): Promise<Made> {
  const answer = await ask(address)
  const isForAll = answer.status === 200 && !answer.headers.has('set-cookie')
  return {
    status: answer.status,
    headers: { ...Object.fromEntries(answer.headers), ...(isForAll && PUBLIC_HEADERS) },
    body: Buffer.from(await answer.arrayBuffer()),
    shows: isForAll ? shownBy([address]) : undefined,
  }
}
