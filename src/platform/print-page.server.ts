import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import css from '#src/styles/print-page.css?inline'
import { NO_DEVICE } from './security-headers.server.ts'

/** What hono's `html` gives: markup in which every value was escaped. */
type Markup = ReturnType<typeof html>

const PAPERS = {
  a4: '@page { size: A4 portrait; margin: 14mm }',
  'a4-counted': `@page { size: A4 portrait; margin: 14mm 14mm 18mm; @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font: 8pt system-ui, sans-serif } }`,
  /** To the edge: what is on it keeps its own distance. */
  'a4-whole': '@page { size: A4 portrait; margin: 0 }',
  label: '@page { size: 100mm 150mm; margin: 0 }',
  sticker: '@page { size: 50mm 30mm; margin: 0 }',
}

type PrintPage = {
  title: string
  paper: keyof typeof PAPERS
  /** Said on the screen, not on paper. */
  hint: Markup
  body: Markup
}

/**
 * A page to be printed: drawn by the server alone, without any script, in the size of the paper also on the screen.
 * Never stored anywhere, because it is about persons.
 */
export async function printPage({ title, paper, hint, body }: PrintPage): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <title>${title} · ${SHOP_NAME}</title>
        <link rel="icon" href="/mark.svg" type="image/svg+xml">
        <style>${raw(STYLES[paper])}</style>
      </head>
      <body>
        <header class="screen">
          <h1>${title}</h1>
          ${hint}
        </header>
        <main class="${paper}">${body}</main>
      </body>
    </html>`
  return new Response(String(page), { headers: { ...HEADERS, 'Content-Security-Policy': policy(STYLES[paper]) } })
}

const styled = (paper: keyof typeof PAPERS) => `${css}\n${PAPERS[paper]}`
const STYLES = {
  a4: styled('a4'),
  'a4-counted': styled('a4-counted'),
  'a4-whole': styled('a4-whole'),
  label: styled('label'),
  sticker: styled('sticker'),
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': NO_DEVICE,
  'Referrer-Policy': 'no-referrer',
}

function policy(style: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
