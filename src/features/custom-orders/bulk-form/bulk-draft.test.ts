import { expect, it } from 'vitest'
import { type BulkDraft, currentMessages, exceedsStock } from './bulk-draft.ts'

const box = { productId: 7, quantity: '0' }
const bar = { productId: 9, quantity: '20' }
const sent: BulkDraft = {
  ...{ lines: [box, bar], neededBy: '', company: '', gstin: '36AABCC1234D1ZD', message: '' },
  ...{ customerName: 'Asha Rao', customerEmail: 'asha@shopper.example', customerMobile: '9876543210' },
}
const refused = { 'lines.0.quantity': 'Please enter at least one piece.', gstin: 'This GSTIN has a typo.' }

it('a refused field keeps its message until it is changed, and its line may move', () => {
  expect(currentMessages(refused, sent, sent)).toEqual(refused)
  const filled = { ...sent, lines: [{ ...box, quantity: '120' }, bar] }
  expect(currentMessages(refused, sent, filled)).toEqual({ gstin: refused.gstin })
  expect(currentMessages(refused, sent, { ...sent, lines: [bar, box], gstin: '' })).toEqual({
    'lines.1.quantity': refused['lines.0.quantity'],
  })
  expect(currentMessages({ lines: 'Please choose a product.' }, sent, filled)).toEqual({})
})

it('a request exceeds the stock if one of its products does, and nothing is said before the stock is known', () => {
  const known = [
    { id: 7, stock: 34 },
    { id: 9, stock: 20 },
  ]
  expect(exceedsStock(sent.lines, known)).toBe(false)
  expect(exceedsStock([{ ...box, quantity: '35' }, bar], known)).toBe(true)
  expect(exceedsStock(sent.lines, undefined)).toBeUndefined()
})
