import { expect, it } from 'vitest'
import { exampleOf } from './schema-example.ts'

it('an example has the required fields of a body, with something of their type', () => {
  const schema = {
    type: 'object',
    properties: {
      title: { type: 'string' },
      stars: { type: 'integer', minimum: 3 },
      emotion: { type: 'string', enum: ['happy', 'calm'] },
      gift: { type: 'boolean' },
      note: { type: ['null', 'string'] },
      items: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
      landmark: { type: 'string' },
    },
    required: ['title', 'stars', 'emotion', 'gift', 'note', 'items'],
  }
  expect(exampleOf(schema)).toEqual({ title: '', stars: 3, emotion: 'happy', gift: false, note: null, items: [1] })
})

it('a schema that says nothing gives no example', () => {
  expect(exampleOf({})).toBeUndefined()
})
