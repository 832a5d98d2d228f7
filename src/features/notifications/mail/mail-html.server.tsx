import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Container, Head, Html, Link } from 'react-email'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { type MailBody, toPlainText } from './mail.ts'
import { MailBlocks, MailCell, MailText } from './mail-blocks.server.tsx'
import { MAIL_COLORS as COLOR, MAIL_STYLES } from './mail-theme.ts'

/** The HTML of an e-mail in the house's look. React escapes typed text. Outlook knows no `max-width`, but a table. */
export function renderMailHtml({ subject, body }: { subject: string; body: MailBody }): string {
  const html = renderToStaticMarkup(<MailDocument subject={subject} body={body} />)
  return `<!doctype html>${html}`
    .replace('<i class="frame-begin"></i>', '<!--[if mso]><table width="600" align="center"><tr><td><![endif]-->')
    .replace('<i class="frame-end"></i>', '<!--[if mso]></td></tr></table><![endif]-->')
}

function MailDocument({ subject, body }: { subject: string; body: MailBody }) {
  return (
    <Html lang="en-IN">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="date=no, address=no" />
        <meta name="supported-color-schemes" content="light dark" />
        {MAIL_STYLES.map((style) => (
          <style key={style}>{style}</style>
        ))}
      </Head>
      <body className="page" style={{ ...PAGE, margin: 0, padding: 0 }}>
        <div style={HIDDEN}>{previewOf(body)}</div>
        <MailCell className="page" style={PAGE}>
          <i className="frame-begin" />
          <Container style={{ maxWidth: 600 }}>
            <Header />
            <MailCell className="card edge" style={{ padding: '36px 40px 32px', backgroundColor: '#ffffff' }}>
              <h1 className="text" style={HEADING}>
                <MailText text={headingOf(subject)} />
              </h1>
              <MailBlocks body={body} />
            </MailCell>
            <Footer />
          </Container>
          <i className="frame-end" />
        </MailCell>
      </body>
    </Html>
  )
}

const SANS = 'Figtree, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'
const SERIF = 'Marcellus, Georgia, "Times New Roman", serif'
const PAGE: CSSProperties = { backgroundColor: COLOR.ivory, fontFamily: SANS }
const HIDDEN: CSSProperties = { display: 'none', maxHeight: 0, overflow: 'hidden' }
const HEADING: CSSProperties = {
  margin: '0 0 20px',
  color: COLOR['cocoa-900'],
  fontFamily: SERIF,
  fontSize: 25,
  fontWeight: 400,
  lineHeight: '32px',
  overflowWrap: 'anywhere',
}

/** The subject without the name of the shop, which is above it. */
function headingOf(subject: string): string {
  const heading = subject.startsWith(`${SHOP_NAME}: `) ? subject.slice(SHOP_NAME.length + 2) : subject
  return heading.charAt(0).toUpperCase() + heading.slice(1)
}

/** An inbox shows the first words beside the subject. A greeting says nothing there. */
const previewOf = (body: MailBody): string =>
  toPlainText(body)
    .replace(/^Dear .*\n+/, '')
    .slice(0, 140)

const Header = () => (
  <MailCell
    className="edge"
    style={{
      padding: '20px 40px',
      borderBottom: `3px solid ${COLOR['gold-500']}`,
      backgroundColor: COLOR['cocoa-900'],
      color: COLOR['gold-300'],
      fontFamily: SERIF,
      fontSize: 19,
      letterSpacing: '0.12em',
    }}
  >
    <span aria-hidden="true">◆</span> {SHOP_NAME.toUpperCase()}
  </MailCell>
)

function Footer() {
  const address = absoluteUrl('')
  return (
    <MailCell className="edge" style={{ padding: '20px 40px 36px', fontSize: 14 }}>
      <Link href={address} className="muted" style={{ color: COLOR['cocoa-600'], textDecoration: 'underline' }}>
        {new URL(address).host}
      </Link>
    </MailCell>
  )
}
