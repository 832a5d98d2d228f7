import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import css from '#src/styles/print-page.css?inline'
import { type Markup, renderHtmlLayout, STANDALONE_PAGE_HEADERS } from './html-layout.server.ts'

const PAPERS = {
  a4: '@page { size: A4 portrait; margin: 14mm }',
  'a4-counted': `@page { size: A4 portrait; margin: 14mm 14mm 18mm; @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font: 8pt system-ui, sans-serif } }`,
  /** Edge to edge: the content sets its own margins. */
  'a4-whole': '@page { size: A4 portrait; margin: 0 }',
  label: '@page { size: 100mm 150mm; margin: 0 }',
  sticker: '@page { size: 50mm 30mm; margin: 0 }',
}

type PrintPage = {
  title: string
  paper: keyof typeof PAPERS
  hint: Markup
  body: Markup
}

export async function renderPrintPage({ title, paper, hint, body }: PrintPage): Promise<Response> {
  const css = STYLES[paper]
  const sheets = html`<header class="screen">
      <h1>${title}</h1>
      ${hint}
    </header>
    <main class="${paper}">${body}</main>`
  return new Response(await renderHtmlLayout({ title, css, body: sheets }), {
    headers: { ...STANDALONE_PAGE_HEADERS, 'Referrer-Policy': 'no-referrer', 'Content-Security-Policy': policy(css) },
  })
}

const styled = (paper: keyof typeof PAPERS) => `${css}\n${PAPERS[paper]}`
const STYLES = {
  a4: styled('a4'),
  'a4-counted': styled('a4-counted'),
  'a4-whole': styled('a4-whole'),
  label: styled('label'),
  sticker: styled('sticker'),
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
