import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { SECTION_NAMES } from '#src/features/settings/setting-names.ts'
import { SECTIONS, type Section } from '#src/features/settings/settings.contract.ts'
import { type FormFields, SchemaFields } from '#src/ui/forms/schema-form.tsx'
import { SECTION_FORMS } from './section-forms.tsx'

type ErrorOf = (path: string) => string | undefined
const wrong: ErrorOf = (path) => `Wrong: ${path}.`

function draw(section: Section, value: object, errorOf = wrong): string {
  const fields = SECTION_FORMS[section].fields as FormFields<object>
  return renderToStaticMarkup(
    createElement(SchemaFields<object>, { schema: SECTIONS[section], fields, value, set: () => {}, errorOf }),
  )
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

  it('takes kinds and limits from the contract, and shows the error of a row that an empty list lacks', () => {
    const markup = draw('contact', { ...DEFAULT_SETTINGS.contact, emails: [{ of: 'All', email: '' }] })
    expect(markup).toMatch(/<input type="email"/)
    expect(markup).toMatch(/<input type="text" maxLength="300"[^>]*value="[^"]*Hyderabad/)
    const errorOf: ErrorOf = (path) => (path === 'phones.0' ? 'Give a telephone number.' : undefined)
    expect(draw('contact', DEFAULT_SETTINGS.contact, errorOf)).toContain('Give a telephone number.')
  })
})
