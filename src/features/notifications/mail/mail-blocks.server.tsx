import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react'
import { Button, Link, Text } from 'react-email'
import type { MailBlock, MailBody, MailRow } from './mail.ts'
import { MAIL_COLORS as COLOR } from './mail-theme.ts'

export const MailBlocks = ({ body }: { body: MailBody }) => inOrder(body, (block) => <Block block={block} />)

/** The order never changes, so the elements need no keys. */
const inOrder = <Item,>(items: readonly Item[], draw: (item: Item, index: number) => ReactNode) =>
  createElement(Fragment, null, ...items.map(draw))

function Block({ block }: { block: MailBlock }) {
  if (typeof block === 'string') return <Paragraphs text={block} />
  switch (block.kind) {
    case 'facts':
    case 'lines':
    case 'sums':
      return <Rows {...block} />
    case 'section':
      return (
        <Titled title={block.title}>
          <Paragraphs text={block.text} />
        </Titled>
      )
    case 'quote':
      return (
        <Titled title={block.title}>
          <Panel accent={COLOR['gold-500']}>
            <Paragraphs text={block.text} tight />
          </Panel>
        </Titled>
      )
    case 'button':
      return <Action {...block} />
    case 'link':
      return <QuietLink {...block} />
    case 'code':
      return <Code {...block} />
  }
}

const PARAGRAPH: CSSProperties = {
  margin: '0 0 18px',
  color: COLOR['cocoa-900'],
  fontSize: 16,
  lineHeight: '26px',
  overflowWrap: 'anywhere',
}
const TITLE: CSSProperties = { margin: '0 0 4px', color: COLOR['cocoa-600'], fontSize: 14, fontWeight: 600 }

/** `tight`: no space below the last one. */
function Paragraphs({ text, tight = false }: { text: string; tight?: boolean }) {
  const paragraphs = text.split(/\n{2,}/)
  return inOrder(paragraphs, (paragraph, index) => (
    <Text className="text" style={{ ...PARAGRAPH, ...(tight && index === paragraphs.length - 1 && { margin: 0 }) }}>
      {inOrder(paragraph.split('\n'), (line, at) => (
        <>
          {at > 0 && <br />}
          <MailText text={line} />
        </>
      ))}
    </Text>
  ))
}

const REFERENCE = /(\b[A-Z]{2,3}[_-]\w+)/

/** A number such as SC-1006 stays on one line; one that is too long for that breaks at its last underscore. */
export const MailText = ({ text }: { text: string }) =>
  inOrder(text.split(REFERENCE), (part, index) => (index % 2 === 0 ? part : <Reference text={part} />))

function Reference({ text }: { text: string }) {
  const [start, end = ''] = text.split(/(?<=_)(?=[^_]+$)/)
  return (
    <span style={{ display: 'inline-block' }}>
      {start}
      {end && <wbr />}
      {end}
    </span>
  )
}

function Titled({ title, children }: { title: string | undefined; children: ReactNode }) {
  return (
    <>
      {title && (
        <Text className="muted" style={TITLE}>
          {title}
        </Text>
      )}
      {children}
    </>
  )
}

/** A tinted box, with space below it. */
function Panel({ accent, children }: { accent?: string; children: ReactNode }) {
  const border = accent ? { borderLeft: `3px solid ${accent}` } : {}
  return (
    <MailCell style={{ padding: '2px 0 20px' }}>
      <MailCell className="panel" style={{ padding: '14px 18px', backgroundColor: COLOR.pearl, ...border }}>
        {children}
      </MailCell>
    </MailCell>
  )
}

type Cell = { className?: string; style: CSSProperties; children: ReactNode }

/** A box across the mail. A table, because Outlook gives padding and background to cells only. */
export const MailCell = ({ className, style, children }: Cell) => (
  <table width="100%" border={0} cellPadding={0} cellSpacing={0} role="presentation">
    <tbody>
      <tr>
        <td className={className} style={style}>
          {children}
        </td>
      </tr>
    </tbody>
  </table>
)

type Table = { kind: 'facts' | 'lines' | 'sums'; rows: readonly MailRow[] }

function Rows({ kind, rows }: Table) {
  return (
    <MailCell style={{ padding: '0 0 20px' }}>
      <table width="100%" border={0} cellPadding={0} cellSpacing={0} role="presentation">
        <tbody>
          {inOrder(rows, (row) => (kind === 'facts' ? <Fact {...row} /> : <Amount kind={kind} {...row} />))}
        </tbody>
      </table>
    </MailCell>
  )
}

const CELL: CSSProperties = { verticalAlign: 'top', fontSize: 15, lineHeight: '23px', overflowWrap: 'anywhere' }
const RULE: CSSProperties = { borderTop: `1px solid ${COLOR.line}` }

function Fact({ label, value }: MailRow) {
  const style = { ...CELL, ...RULE, padding: '9px 0' }
  return (
    <tr>
      <td className="muted ruled" width="36%" style={{ ...style, color: COLOR['cocoa-600'] }}>
        {label}
      </td>
      <td className="text ruled" style={{ ...style, paddingLeft: 16, color: COLOR['cocoa-900'] }}>
        <MailText text={value} />
      </td>
    </tr>
  )
}

function Amount({ kind, label, value, note }: MailRow & { kind: 'lines' | 'sums' }) {
  const isTotal = kind === 'sums' && label === 'Total'
  const isStrong = kind === 'lines' || isTotal
  const style = {
    ...CELL,
    ...(isStrong ? { ...RULE, padding: '9px 0' } : { padding: '4px 0' }),
    ...(isTotal && { fontSize: 18, fontWeight: 600 }),
  }
  return (
    <tr>
      <td
        className={isStrong ? 'text ruled' : 'muted ruled'}
        style={{ ...style, color: COLOR[isStrong ? 'cocoa-900' : 'cocoa-600'] }}
      >
        {label}
        {note && (
          <div className="muted" style={{ color: COLOR['cocoa-600'], fontSize: 13, lineHeight: '19px' }}>
            {note}
          </div>
        )}
      </td>
      <td
        className="text ruled"
        align="right"
        style={{ ...style, paddingLeft: 16, color: COLOR['cocoa-900'], ...(isStrong && { whiteSpace: 'nowrap' }) }}
      >
        {value}
      </td>
    </tr>
  )
}

type LinkParts = { label: string; url: string; sentence?: string }

function Action({ label, url, sentence }: LinkParts) {
  return (
    <>
      {sentence && <Paragraphs text={`${sentence}:`} />}
      <MailCell style={{ padding: '2px 0 24px' }}>
        <Button href={url} className="action" style={BUTTON}>
          {label}
        </Button>
      </MailCell>
    </>
  )
}

const BUTTON: CSSProperties = {
  padding: '15px 28px',
  borderRadius: 2,
  backgroundColor: COLOR['cocoa-900'],
  color: COLOR.pearl,
  fontSize: 15,
  fontWeight: 600,
}

const QuietLink = ({ label, url, sentence }: LinkParts) => (
  <Text className="text" style={PARAGRAPH}>
    {sentence && `${sentence}: `}
    <Link href={url} className="accent" style={LINK}>
      {label}
    </Link>
  </Text>
)

const LINK: CSSProperties = { color: COLOR['gold-700'], fontWeight: 600, textDecoration: 'underline' }

function Code({ text, code }: { text: string; code: string }) {
  const style = { ...PARAGRAPH, margin: 0, fontSize: 30, lineHeight: '36px', letterSpacing: '0.2em' }
  return (
    <>
      <Paragraphs text={text} />
      <Panel>
        <Text className="text" style={style}>
          {code}
        </Text>
      </Panel>
    </>
  )
}
