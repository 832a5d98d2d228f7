import { expect, it } from 'vitest'
import {
  type BuilderState,
  hasRequiredFields,
  INITIAL_BUILDER_STATE,
  missingFieldsMessage,
  toggleIngredient,
} from './builder-state.ts'

const filled: BuilderState = {
  ...INITIAL_BUILDER_STATE,
  flavor: 'dark',
  shape: 'bar',
  packaging: 'simple',
  customerMobile: '98765 43210',
  customerEmail: 'asha@example.com',
}
const CONTACT = 'Please provide your mobile number and email address.'
const SELECTIONS = 'Please complete all required fields: flavor, shape, and packaging.'

it('starts at 70 percent with one piece and nothing chosen', () => {
  expect(INITIAL_BUILDER_STATE).toMatchObject({ concentration: 70, quantity: 1, flavor: '', shape: '', packaging: '' })
})

it('can be sent without name, occasion, ingredients and message', () => {
  expect(hasRequiredFields(filled)).toBe(true)
  expect(missingFieldsMessage(filled)).toBeUndefined()
})

it.each([
  ['flavor', SELECTIONS],
  ['shape', SELECTIONS],
  ['packaging', SELECTIONS],
  ['customerMobile', CONTACT],
  ['customerEmail', CONTACT],
] as const)('cannot be sent without %s', (field, sentence) => {
  const draft = { ...filled, [field]: '' }
  expect(hasRequiredFields(draft)).toBe(false)
  expect(missingFieldsMessage(draft)).toBe(sentence)
})

it('treats blanks as missing contact details, and asks for these first', () => {
  expect(missingFieldsMessage({ ...filled, customerMobile: '  ' })).toBe(CONTACT)
  expect(missingFieldsMessage(INITIAL_BUILDER_STATE)).toBe(CONTACT)
})

it('toggles ingredients, and keeps them in the order of the list', () => {
  const chosen = toggleIngredient(toggleIngredient([], 'rose'), 'nuts')
  expect(chosen).toEqual(['nuts', 'rose'])
  expect(toggleIngredient(chosen, 'rose')).toEqual(['nuts'])
})
