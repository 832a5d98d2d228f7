import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { SECTION_NAMES } from '#src/features/settings/setting-names.ts'
import { SECTIONS, type Section } from '#src/features/settings/settings.contract.ts'
import { type FormFields, SchemaFields } from '#src/ui/forms/schema-form.tsx'
import { SECTION_FORMS } from './section-forms.tsx'
import { courierKeysQuery } from './settings-admin.queries.ts'

type ErrorOf = (path: string) => string | undefined
const wrong: ErrorOf = (path) => `Wrong: ${path}.`

function draw(section: Section, value: object, errorOf = wrong): string {
  const fields = SECTION_FORMS[section].fields as FormFields<object>
  const form = createElement(SchemaFields<object>, { schema: SECTIONS[section], fields, value, set: () => {}, errorOf })
  const missing = { shiprocket: [], delhivery: ['DELHIVERY_TOKEN'] }
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => missing } } })
  client.setQueryData(courierKeysQuery.queryKey, missing)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, form))
}

/** The paths of all texts and numbers in a value; null stands for one that is not given. */
const textPaths = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => textPaths(part, path ? `${path}.${name}` : name))
    : typeof value === 'boolean'
      ? []
      : [path]

const { contact, dispatch } = DEFAULT_SETTINGS
/** The lists that a new shop has empty have a row here. */
const STORED = {
  ...DEFAULT_SETTINGS,
  contact: { ...contact, phones: ['+914012345678'], emails: [{ of: 'All', email: 'all@golconda.example' }] },
  dispatch: { ...dispatch, closures: [{ from: '2026-11-09', to: '2026-11-10', note: 'Diwali' }] },
}

/** The week shows one error a day; the home state cannot be changed. */
const ELSEWHERE = /^week\..*\.opens$|^homeState$/

describe('the form of a section', () => {
  it.each(SECTION_NAMES)('%s has a field, with its error, for everything that is stored', (section) => {
    const markup = draw(section, STORED[section])
    const missing = textPaths(STORED[section]).filter((path) => !markup.includes(`Wrong: ${path}.`))
    expect(missing.filter((path) => !ELSEWHERE.test(path))).toEqual([])
  })

  it('of the courier says which keys the chosen one lacks, and that parcels go by hand until then', () => {
    const of = (service: 'by-hand' | 'shiprocket' | 'delhivery') => draw('courier', { ...STORED.courier, service })
    expect(of('delhivery')).toMatch(/Delhivery cannot be booked yet.*Not set on the server: DELHIVERY_TOKEN\./)
    for (const service of ['by-hand', 'shiprocket'] as const) expect(of(service)).not.toContain('cannot be booked yet')
  })

  it('takes kinds and limits from the contract, and shows the error of a row that an empty list lacks', () => {
    const markup = draw('contact', { ...DEFAULT_SETTINGS.contact, emails: [{ of: 'All', email: '' }] })
    expect(markup).toMatch(/<input type="email"/)
    expect(markup).toMatch(/<input type="text" maxLength="300"[^>]*value="[^"]*Hyderabad/)
    const errorOf: ErrorOf = (path) => (path === 'phones.0' ? 'Give a telephone number.' : undefined)
    expect(draw('contact', DEFAULT_SETTINGS.contact, errorOf)).toContain('Give a telephone number.')
  })
})
