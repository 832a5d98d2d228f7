import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Mail, toPlainText } from '#src/features/notifications/mail/mail.ts'
import { renderMailHtml } from '#src/features/notifications/mail/mail-html.server.tsx'
import { MAIL_COLORS } from '#src/features/notifications/mail/mail-theme.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { listMailSamples, listMessageSamples } from './message-samples.server.ts'

const SHOP = absoluteUrl('/')

const mails = listMailSamples().map((mail, index) => [`${index + 1} ${mail.kind}`, mail] as const)

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** The visible text of the HTML, with the addresses of its links. */
function readHtml(html: string): string {
  return html
    .replace(/^[\s\S]*<h1[^>]*>/, '')
    .replaceAll(/<a href="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<br\/>|<\/(p|div|td|tr|h1)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&\w+;|&#x27;/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
}

/** The parts of a text between line breaks, colons, and the ends of sentences. */
const partsOf = (text: string) =>
  text.split(/\n(?:> )?|^> |: |(?<=[.?!]) |:$/m).map((part) => part.replace(/:$/, '').replaceAll(/\s+/g, ' ').trim())

describe('the HTML of an e-mail', () => {
  it.each(mails)('%s says all that its plain text says', (_name, mail) => {
    const read = readHtml(renderMailHtml(mail))
    for (const part of partsOf(toPlainText(mail.body))) expect(read).toContain(part)
  })

  it.each(mails)('%s loads nothing, and links only to the shop and to couriers', (_name, mail) => {
    const html = renderMailHtml(mail)
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|input)\b|\bsrc=|url\(|@import|@font-face/i)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link)
    expect(links).toContain(SHOP)
    const ours = links.filter((link) => !link.startsWith('https://www.delhivery.com/track/'))
    for (const link of ours) expect(link.startsWith(SHOP), link).toBe(true)
  })

  it('escapes what somebody typed, in every part of it', () => {
    const typed = '<img src=x onerror=alert(1)> & "Asha"'
    const mail: Mail = {
      kind: 'ticket-admin',
      subject: typed,
      body: [
        typed,
        { kind: 'facts', rows: [{ label: typed, value: typed, note: typed }] },
        { kind: 'lines', rows: [{ label: typed, value: typed, note: typed }] },
        { kind: 'quote', title: typed, text: typed },
        { kind: 'section', title: typed, text: typed },
        { kind: 'button', label: typed, url: `${SHOP}?q="><script>`, sentence: typed },
        { kind: 'code', text: typed, code: typed },
      ],
    }
    const html = renderMailHtml(mail)
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
    expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;Asha&quot;/g)?.length).toBeGreaterThan(12)
  })

  it('keeps the paragraphs and lines of a typed text', () => {
    const html = renderMailHtml({ subject: 'Hello', body: ['One\ntwo\n\nthree'] })
    expect(html).toMatch(/<p[^>]*>One<br\/>two<\/p><p[^>]*>three<\/p>/)
  })

  it('has the subject as its heading, without the name of the shop', () => {
    const html = renderMailHtml({ subject: 'Golconda Cacao: your order is on its way', body: [] })
    expect(html).toMatch(/<h1[^>]*>Your order is on its way<\/h1>/)
  })

  it('has the colours of the shop, for a light and a dark screen', () => {
    const tokens = readFileSync('src/styles/tokens.css', 'utf8')
    for (const [name, color] of Object.entries(MAIL_COLORS)) expect(tokens).toContain(`--${name}: ${color};`)
    const html = renderMailHtml({ subject: 'Hello', body: ['Hello'] })
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
    expect(html).toContain(`@media (prefers-color-scheme:dark){.page{background-color:${MAIL_COLORS['cocoa-950']}`)
  })

  it('is as wide as a page in Outlook, too, which needs a table for that', () => {
    const html = renderMailHtml({ subject: '<i class="frame-end"></i>', body: ['Hello'] })
    const [begin, end] = ['<!--[if mso]><table width="600"', '<!--[if mso]></td></tr></table><![endif]-->']
    expect([html.split(begin).length, html.split(end).length]).toEqual([2, 2])
    expect(html.indexOf(begin)).toBeLessThan(html.indexOf('<h1'))
    expect(html.indexOf(end)).toBeGreaterThan(html.indexOf('Hello</p>'))
  })

  it('is smaller than what Gmail cuts off', () => {
    for (const [, mail] of mails) expect(renderMailHtml(mail).length).toBeLessThan(40_000)
  })
})

it('every message says this, word for word', async () => {
  const said = listMessageSamples().map(({ kind, variant, channel, subject, text }) =>
    [
      `=== ${channel} ${kind}${variant ? `: ${variant}` : ''}`,
      ...(subject ? [subject, ''] : []),
      text.replaceAll(SHOP, 'https://shop.example/'),
    ].join('\n'),
  )
  await expect(`${said.join('\n\n')}\n`).toMatchFileSnapshot('./message-texts.txt')
})

it('a message names no channel that the shop may lack: only a request for a chocolate promises an SMS', () => {
  const promising = listMessageSamples().filter(({ text }) => /\bSMS\b|WhatsApp/.test(text))
  expect(promising.map(({ kind }) => kind)).toEqual([
    'custom-order-received',
    'custom-order-admin',
    'messages-held',
    'messages-held',
    'custom-order-received',
  ])
})
