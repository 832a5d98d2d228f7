import type { Context } from 'hono'
import { CLOSED_RIBBON } from '#src/features/settings/opening.contract.ts'
import type { PageOptions } from './pages.server.ts'

const PREVIEWS = 'previewsClosedShop'

/** Says that whoever asks is an admin who looks at the shop before it is open. */
export function markPreview(c: Context): void {
  c.set(PREVIEWS, true)
}

/** A style alone: React leaves it where it is, and the scripts that shoppers load know nothing of it. */
const RIBBON = `<style id="${CLOSED_RIBBON}">
body::before{content:"Closed: only you see this.";display:block;padding:.125rem 1rem;background:var(--gold-300);color:var(--cocoa-900);font-size:.75rem;line-height:1.25rem;font-weight:600;text-align:center}
@media print{body::before{content:none;display:none}}
</style>`

/** Pages as this request is to see them: with a ribbon at the top while an admin previews the closed shop. */
export function pagesFor(c: Context, pages: PageOptions): PageOptions {
  if (c.get(PREVIEWS) !== true) return pages
  return {
    ...pages,
    render: async (request, options) => {
      const page = await pages.render(request, options)
      if (!page.headers.get('content-type')?.startsWith('text/html')) return page
      const html = await page.text()
      return new Response(
        html.replace('</head>', () => `${RIBBON}</head>`),
        page,
      )
    },
  }
}
