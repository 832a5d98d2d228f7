import { formatTime } from '#src/core/dates.ts'
import { cspHash } from '#src/server/http/security-headers.server.ts'
import type { RenderedResponse } from './response-cache.server.ts'

/** Marks a stale copy: no-store for caches, a notice for visitors. React leaves unknown elements alone. */
export function addStaleNotice({ status, headers, body }: RenderedResponse, at: Date): RenderedResponse {
  const { 'cdn-cache-control': _shared, 'content-security-policy': policy, ...rest } = headers
  const said = {
    ...rest,
    'cache-control': 'no-store',
    age: String(Math.max(0, Math.round((Date.now() - at.getTime()) / 1000))),
    warning: '110 - "Response is Stale"',
  }
  const isPage = headers['content-type']?.startsWith('text/html')
  return {
    status,
    headers: { ...said, ...(policy && { 'content-security-policy': isPage ? withScript(policy) : policy }) },
    body: isPage ? Buffer.from(body.toString().replace(/<body[^>]*>/, (tag) => tag + lineOf(at))) : body,
    tags: undefined,
  }
}

const lineOf = (at: Date) =>
  `<p id="as-of" role="status" style="${STYLE}">Prices as of ${formatTime(at.toISOString())}. Ordering is paused for a moment.<script>${SAYS_WHEN_BACK}</script></p>`

const STYLE = 'padding:.5rem 1rem;text-align:center;background:#f8ecd4;color:#1b0e0b'

const SAYS_WHEN_BACK = `setInterval(async(line)=>{
const answer=await fetch("/api/settings/public").catch(()=>0);
if(!answer.ok||answer.headers.has("warning")||!line.isConnected)return;
line.innerHTML='The shop is open for orders again. <a href="">Show current prices</a>';
},1e4,document.currentScript.parentNode)`

const HASH = cspHash(SAYS_WHEN_BACK)
const withScript = (policy: string) => policy.replace("script-src 'self'", `script-src 'self' ${HASH}`)
