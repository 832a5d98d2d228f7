import type { MailKind } from './mail-kinds.ts'

/** A row of a table: "label: value", with a remark under it. */
export type MailRow = { label: string; value: string; note?: string }

/** Plain text is a paragraph, or several. Rows that later versions cannot read would be lost: only add to this. */
export type MailBlock =
  | string
  | { kind: 'facts' | 'lines' | 'sums'; rows: readonly MailRow[] }
  | { kind: 'section' | 'quote'; title?: string; text: string }
  | { kind: 'button' | 'link'; label: string; url: string; sentence?: string }
  | { kind: 'code'; text: string; code: string }

/** What an e-mail says: its plain text and its HTML are both made from this. */
export type MailBody = readonly MailBlock[]
export type Mail<Kind extends MailKind = MailKind> = { kind: Kind; subject: string; body: MailBody }

/** Leaves out the blocks that are missing or empty. */
export function composeMail<Kind extends MailKind>(
  kind: Kind,
  subject: string,
  blocks: readonly (MailBlock | undefined | false)[],
): Mail<Kind> {
  return { kind, subject, body: blocks.filter((block) => block !== undefined && block !== false).filter(hasContent) }
}

function hasContent(block: MailBlock): boolean {
  if (typeof block === 'string') return block !== ''
  return !('rows' in block) || block.rows.length > 0
}

type Rows = readonly (readonly [label: string, value: string | null | undefined | false, note?: string | undefined])[]

const toRows = (rows: Rows): MailRow[] =>
  rows.flatMap(([label, value, note]) => (value ? [{ label, value, ...(note && { note }) }] : []))

export const facts = (rows: Rows): MailBlock => ({ kind: 'facts', rows: toRows(rows) })

export const lines = (rows: Rows): MailBlock => ({ kind: 'lines', rows: toRows(rows) })

/** Amounts that add up. */
export const sums = (rows: Rows): MailBlock => ({ kind: 'sums', rows: toRows(rows) })

export const section = (title: string, text: string): MailBlock => ({ kind: 'section', title, text })

/** Text that somebody typed. Without a title, plain text marks each line, so that none passes for one of ours. */
export const quote = (text: string, title?: string): MailBlock => ({ kind: 'quote', text, ...(title && { title }) })

export const button = (label: string, url: string, sentence?: string): MailBlock => ({
  ...{ kind: 'button', label, url },
  ...(sentence && { sentence }),
})

export const link = (label: string, url: string, sentence?: string): MailBlock => ({
  ...{ kind: 'link', label, url },
  ...(sentence && { sentence }),
})

/** A sentence with a code, which the HTML also shows large. */
export const code = (text: string, code: string): MailBlock => ({ kind: 'code', text, code })

export const toPlainText = (body: MailBody): string => body.map(blockText).join('\n\n')

function blockText(block: MailBlock): string {
  if (typeof block === 'string') return block
  switch (block.kind) {
    case 'facts':
    case 'lines':
    case 'sums':
      return block.rows.map(rowText).join('\n')
    case 'section':
    case 'quote':
      return block.title ? `${block.title}:\n${block.text}` : quoted(block.text)
    case 'button':
    case 'link':
      return block.sentence ? `${block.sentence}:\n${block.url}` : `${block.label}: ${block.url}`
    case 'code':
      return block.text
  }
}

const quoted = (text: string) => text.replaceAll(/^|\r\n?|[\n\u2028\u2029]/g, (end) => `${end}> `)

const rowText = ({ label, value, note }: MailRow) => `${label}: ${value}${note ? `\n  ${note}` : ''}`
