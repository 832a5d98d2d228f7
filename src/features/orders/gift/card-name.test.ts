import { expect, it } from 'vitest'
import { countFilledLetters, fillCardText, findCardFault, findLongestName, hasCardName } from './card-name.ts'

it.each([
  ['Dear {name}, thank you, {name}!', 'Dear Asha, thank you, Asha!'],
  ['Dear { Name },', 'Dear Asha,'],
  ['Dear all', 'Dear all'],
  ['{}{ {x}', '{}{ {x}'],
])('%s becomes %s', (template, card) => {
  expect(fillCardText(template, 'Asha')).toBe(card)
})

it('a name with signs of a pattern is printed as it is', () => {
  expect(fillCardText('{name}', '$& $1')).toBe('$& $1')
})

it('a placeholder that is not filled in is named', () => {
  expect(findCardFault('Dear {first name},', 'Asha')).toBe('The card fills in {name} only, not {first name}.')
  expect(findCardFault('Dear {NAME},', 'Asha')).toBeUndefined()
  expect([hasCardName('Dear {name}'), hasCardName('Dear name')]).toEqual([true, false])
})

it('a card must have room for the name', () => {
  const card = `${'a'.repeat(195)}{name}`
  expect(findCardFault(card, 'Asha')).toBeUndefined()
  expect(findCardFault(card, 'Subrahmanyam')).toBe('The card has room for 200 letters.')
})

it('the letters of a card are counted with the longest name', () => {
  expect(countFilledLetters(' Dear {name} ', findLongestName(['Asha', 'Subrahmanyam', 'శ్రీనివాస్']))).toBe(17)
  expect(countFilledLetters('Dear all', findLongestName([]))).toBe(8)
})
