import { html } from 'hono/html'
import { findStaticImage, STATIC_IMAGE_FORMATS, staticImageSrcSets } from '#src/core/images/static-images.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { readPromises } from '#src/features/settings/shop-promises.ts'
import { baseSecurityHeaders } from '#src/server/http/security-headers.server.ts'
import { type Markup, renderStandalonePage } from '#src/server/render/html-layout.server.ts'
import css from '#src/styles/open-soon.css?inline'

type OpenSoon = { settings: PublicSettings; https: boolean; headers: Record<string, string> }

export async function renderComingSoonPage({ settings, https, headers }: OpenSoon): Promise<Response> {
  const body = html`<header><img class="logo" src="/logo-light.svg" width="236" height="48" alt="${SHOP_NAME}"></header>
    <main>
      <div class="picture">${picture()}</div>
      <p class="eyebrow"><span lang="te">గోల్కొండ</span> ${readPromises(settings).handcrafted}</p>
      <h1>We open soon.</h1>
      <p class="lead">We are getting our shop ready. Our chocolate will be here, at this address, in a little while.</p>
      ${waysToReach(settings.contact)}
    </main>
    <footer>
      <span>© ${SHOP_NAME}</span>
      <a href="/admin-login">Admin Portal</a>
    </footer>`
  return renderStandalonePage({
    title: 'We open soon',
    css,
    body,
    status: 503,
    headers: { ...baseSecurityHeaders({ https }), ...headers },
  })
}

/** Phones get another crop, as on the landing page. */
function picture(): Markup {
  const plain = staticImageSrcSets('/pictures/hero.webp', 960)?.plain ?? '/pictures/hero.webp'
  return html`<picture>
    ${sources('hero-phone', '100vw', '(max-width: 639px)')}${sources('hero', 'max(100vw, 1210px)', 'all')}
    <img src="${plain}" width="2400" height="1350" fetchpriority="high"
      alt="Facet-cut dark chocolate, a ruby and a gold bonbon, cocoa truffles and rose petals">
  </picture>`
}

function sources(name: string, sizes: string, media: string): Markup[] {
  const src = `/pictures/${name}.webp`
  const found = findStaticImage(src)
  const files = found && staticImageSrcSets(src, found.width / 2)
  if (!files) return []
  return STATIC_IMAGE_FORMATS.map(
    (format) => html`<source type="image/${format}" media="${media}" srcset="${files[format]}" sizes="${sizes}">`,
  )
}

function waysToReach({ emails, phones }: PublicSettings['contact']): Markup | '' {
  const [mailbox] = emails
  const [phone] = phones
  if (!mailbox && !phone) return ''
  return html`<ul>
    ${mailbox && html`<li><a href="mailto:${mailbox.email}">${mailbox.email}</a></li>`}
    ${phone && html`<li><a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a></li>`}
  </ul>`
}
