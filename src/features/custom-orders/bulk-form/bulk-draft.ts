import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { type BulkRequestInput, MAX_BULK_LINES } from '#src/features/custom-orders/bulk/bulk.contract.ts'

export type DraftLine = { productId: number; quantity: string }
export type BulkDraft = Record<Exclude<keyof BulkRequestInput, 'lines'>, string> & { lines: readonly DraftLine[] }

/** The props of each part of the form. */
export type BulkFormPart = {
  draft: BulkDraft
  change: (part: Partial<BulkDraft>) => void
  /** Messages of the server by field. */
  wrong: Readonly<Record<string, string>>
}

/** sessionStorage, so that a draft survives a reload but is gone with the tab. */
const KEY = 'golconda-bulk-request'

const EMPTY: BulkDraft = {
  lines: [],
  neededBy: '',
  company: '',
  gstin: '',
  customerName: '',
  customerEmail: '',
  customerMobile: '',
  message: '',
}

/** The stored draft. A link from another page adds its products. */
export function readBulkDraft(ask: string, linked: readonly DraftLine[], known: Partial<BulkDraft>): BulkDraft {
  const stored = asRecord(parseJsonOrNull(sessionStorage.getItem(KEY)))
  const draft = { ...EMPTY, ...known, ...readTexts(stored.draft) }
  const typed = readLines(asRecord(stored.draft).lines)
  if (stored.ask === ask) return { ...draft, lines: typed }
  const others = linked.filter(({ productId }) => !typed.some((line) => line.productId === productId))
  return { ...draft, lines: [...typed, ...others].slice(0, MAX_BULK_LINES) }
}

/** The server's messages by field, without those of fields that have changed since. A line can have moved. */
export function currentMessages(
  fields: Readonly<Record<string, string>>,
  sent: BulkDraft | undefined,
  draft: BulkDraft,
): Record<string, string> {
  const current = Object.entries(fields).flatMap(([path, message]) => {
    const now = sent && currentPath(path, sent, draft)
    return now === undefined ? [] : [[now, message]]
  })
  return Object.fromEntries(current)
}

function currentPath(path: string, sent: BulkDraft, draft: BulkDraft): string | undefined {
  const [name = '', at, field] = path.split('.')
  if (at === undefined) return isSame(name, sent, draft) ? path : undefined
  const line = sent.lines[Number(at)]
  const now = draft.lines.findIndex(
    ({ productId, quantity }) => productId === line?.productId && quantity === line.quantity,
  )
  return now < 0 ? undefined : `lines.${now}.${field}`
}

const isSame = (name: string, sent: BulkDraft, draft: BulkDraft) => asRecord(sent)[name] === asRecord(draft)[name]

/** Whether the request is for more pieces than the shop has; undefined until the stock is known. */
export function exceedsStock(
  lines: readonly DraftLine[],
  known: readonly { id: number; stock: number }[] = [],
): boolean | undefined {
  const stocks = lines.map(({ productId }) => known.find(({ id }) => id === productId)?.stock)
  if (lines.some(({ quantity }, at) => Number(quantity) > (stocks[at] ?? Number.POSITIVE_INFINITY))) return true
  return stocks.includes(undefined) ? undefined : false
}

export function saveBulkDraft(ask: string, draft: BulkDraft): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ask, draft }))
}

export const clearBulkDraft = () => sessionStorage.removeItem(KEY)

function readTexts(stored: unknown): Partial<BulkDraft> {
  const texts = Object.entries(asRecord(stored)).filter(
    ([name, value]) => name in EMPTY && name !== 'lines' && typeof value === 'string',
  )
  return Object.fromEntries(texts)
}

function readLines(stored: unknown): DraftLine[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((line) => {
    const { productId, quantity } = asRecord(line)
    return typeof productId === 'number' && typeof quantity === 'string' ? [{ productId, quantity }] : []
  })
}
