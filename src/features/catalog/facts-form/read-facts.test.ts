import { expect, it } from 'vitest'
import { fieldName, NONE, readFactFields } from './read-facts.ts'

function formWith(fields: [fact: string, value: string][]) {
  const form = new FormData()
  for (const [fact, value] of fields) form.append(fieldName(fact), value)
  return readFactFields(form)
}

it.each([
  ['nothing', [], undefined],
  ['none', [NONE], []],
  ['two', ['tree-nuts', 'milk'], ['milk', 'tree-nuts']],
])('the form tells what is unknown from what a product has not: %s', (_, chosen, read) => {
  for (const fact of ['contains', 'mayContain'] as const)
    expect(formWith(chosen.map((value) => [fact, value]))[fact]).toEqual(read)
})

it('the form leaves out what is blank, and says of egg what the allergens say', () => {
  expect(formWith([['genericName', ' ']])).toMatchObject({ genericName: undefined, containsEgg: undefined })
  expect(formWith([['contains', 'egg']])).toMatchObject({ contains: ['egg'], containsEgg: true })
  expect(formWith([['contains', NONE]])).toMatchObject({ contains: [], containsEgg: false })
})
