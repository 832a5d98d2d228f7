import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FACT_COLUMNS } from '#src/features/catalog/import/fact-columns.ts'
import { FactsFields } from './facts-fields.tsx'
import { fieldName } from './read-facts.ts'

/** The allergens say it. */
const DERIVED = 'containsEgg'

it('the form asks for every fact: a fact without a field would be erased when the form is saved', () => {
  const fields = createElement(FactsFields, { facts: {}, wrong: {}, onUploading: () => {} })
  const form = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, fields))
  const present = FACT_COLUMNS.filter((fact) => form.includes(`name="${fieldName(fact)}"`))
  expect(present).toEqual(FACT_COLUMNS.filter((fact) => fact !== DERIVED))
})
