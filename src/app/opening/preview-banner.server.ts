import type { Context } from 'hono'
import type { PageOptions } from '#src/app/pages/page-response.server.ts'
import { ADMIN_SIGN_IN } from '#src/features/auth/sign-in/sign-in-path.ts'
import { CLOSED_SHOP_BANNER_ID } from '#src/features/settings/opening/opening.contract.ts'

/** How a page of a closed shop looks different: the style that is added to it. */
const CLOSED_STYLE = 'styleOfClosedShop'

/** Says that whoever asks is an admin who looks at the shop before it is open. */
export function markClosedShopPreview(c: Context): void {
  c.set(CLOSED_STYLE, RIBBON)
}

/** Says that this is an admin's screen of a closed shop: at the sign-in the shop's links would lead nowhere. */
export function markAdminScreen(c: Context): void {
  c.set(CLOSED_STYLE, SIGN_IN_ALONE)
}

/** Whether the page is to look different from the one that is kept for everybody. */
export const isOfClosedShop = (c: Context): boolean => c.get(CLOSED_STYLE) !== undefined

/** A style alone: React leaves it where it is, and the scripts that shoppers load know nothing of it. */
const RIBBON = `<style id="${CLOSED_SHOP_BANNER_ID}">
body::before{content:"Closed: only you see this.";display:block;padding:.125rem 1rem;background:var(--gold-300);color:var(--cocoa-900);font-size:.75rem;line-height:1.25rem;font-weight:600;text-align:center}
@media print{body::before{content:none;display:none}}
</style>`

/** The admin comes to the sign-in and leaves it without a new page, so the style asks what is shown. */
const SIGN_IN_ALONE = `<style>body:has(#${ADMIN_SIGN_IN}) :is(header,footer){display:none}</style>`

/** Pages as this request is to see them: a closed shop's with its own style. */
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
