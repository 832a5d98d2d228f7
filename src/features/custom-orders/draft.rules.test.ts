import { expect, it } from 'vitest'
import { type Draft, EMPTY_DRAFT, isFilled, whatIsMissing, withToggled } from './draft.rules.ts'

const filled: Draft = {
  ...EMPTY_DRAFT,
  flavor: 'dark',
  shape: 'bar',
  packaging: 'simple',
  customerMobile: '98765 43210',
  customerEmail: 'asha@example.com',
}
const CONTACT = 'Please provide your mobile number and email address.'
const SELECTIONS = 'Please complete all required fields: flavor, shape, and packaging.'

it('begins at 70 percent with one piece and nothing chosen', () => {
  expect(EMPTY_DRAFT).toMatchObject({ concentration: 70, quantity: 1, flavor: '', shape: '', packaging: '' })
})

it('may be sent without name, occasion, ingredients and message', () => {
  expect(isFilled(filled)).toBe(true)
  expect(whatIsMissing(filled)).toBeUndefined()
})

it.each([
  ['flavor', SELECTIONS],
  ['shape', SELECTIONS],
  ['packaging', SELECTIONS],
  ['customerMobile', CONTACT],
  ['customerEmail', CONTACT],
] as const)('cannot be sent without %s', (field, sentence) => {
  const draft = { ...filled, [field]: '' }
  expect(isFilled(draft)).toBe(false)
  expect(whatIsMissing(draft)).toBe(sentence)
})

it('takes blanks for no contact, and asks for the contact first', () => {
  expect(whatIsMissing({ ...filled, customerMobile: '  ' })).toBe(CONTACT)
  expect(whatIsMissing(EMPTY_DRAFT)).toBe(CONTACT)
})

it('toggles ingredients, and keeps them in the order of the list', () => {
  const chosen = withToggled(withToggled([], 'rose'), 'nuts')
  expect(chosen).toEqual(['nuts', 'rose'])
  expect(withToggled(chosen, 'rose')).toEqual(['nuts'])
})
