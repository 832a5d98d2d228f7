import type { Context } from 'hono'
import type { PageOptions } from '#src/app/pages/page-response.server.ts'
import { ADMIN_SIGN_IN } from '#src/features/auth/sign-in/sign-in-path.ts'
import { CLOSED_SHOP_BANNER_ID } from '#src/features/settings/opening/opening.contract.ts'

const CLOSED_STYLE = 'styleOfClosedShop'

export function markClosedShopPreview(c: Context): void {
  c.set(CLOSED_STYLE, RIBBON)
}

/** Marks the response as an admin page of the closed shop: its sign-in hides links to the shop. */
export function markAdminScreen(c: Context): void {
  c.set(CLOSED_STYLE, SIGN_IN_ALONE)
}

export const isOfClosedShop = (c: Context): boolean => c.get(CLOSED_STYLE) !== undefined

/** Only a style: React and the shop's scripts ignore it. */
const RIBBON = `<style id="${CLOSED_SHOP_BANNER_ID}">
body::before{content:"Closed: only you see this.";display:block;padding:.125rem 1rem;background:var(--gold-300);color:var(--cocoa-900);font-size:.75rem;line-height:1.25rem;font-weight:600;text-align:center}
@media print{body::before{content:none;display:none}}
</style>`

/** Navigation does not reload the document, so the style checks which page is shown. */
const SIGN_IN_ALONE = `<style>body:has(#${ADMIN_SIGN_IN}) :is(header,footer){display:none}</style>`

export function withPreviewBanner(c: Context, pages: PageOptions): PageOptions {
  const style = c.get(CLOSED_STYLE)
  if (style === undefined) return pages
  return {
    ...pages,
    render: async (request, options) => {
      const page = await pages.render(request, options)
      if (!page.headers.get('content-type')?.startsWith('text/html')) return page
      const html = await page.text()
      return new Response(
        html.replace('</head>', () => `${style}</head>`),
        page,
      )
    },
  }
}
