import { html, raw } from 'hono/html'

/** Markup of hono's `html`, in which every value is escaped. */
export type XmlMarkup = ReturnType<typeof html>

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Renders markup made with `xml` as a whole document. */
export async function renderXmlDocument(root: XmlMarkup): Promise<Buffer> {
  return Buffer.from(HEAD + String(await root))
}

/** Escapes every value and removes characters that XML cannot hold. */
export function xml(parts: TemplateStringsArray, ...values: (XmlMarkup | XmlMarkup[] | string | number)[]): XmlMarkup {
  return html(parts, ...values.map((value) => (typeof value === 'string' ? writable(value) : value)))
}

const writable = (text: string) => text.toWellFormed().replace(UNWRITABLE, '')

export const EMPTY_XML: XmlMarkup = raw('')
