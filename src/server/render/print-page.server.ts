import { html } from 'hono/html'
import css from '#src/styles/print-page.css?inline'
import { type Markup, renderStandalonePage } from './html-layout.server.ts'

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

export function renderPrintPage({ title, paper, hint, body }: PrintPage): Promise<Response> {
  const sheets = html`<header class="screen">
      <h1>${title}</h1>
      ${hint}
    </header>
    <main class="${paper}">${body}</main>`
  return renderStandalonePage({
    title,
    css: `${css}\n${PAPERS[paper]}`,
    body: sheets,
    images: "'self' data:",
    headers: { 'Referrer-Policy': 'no-referrer' },
  })
}
