import {
  isExampleAddress,
  isMaskedPhone,
  SAMPLE_FSSAI,
  SAMPLE_LEGAL_NAME,
  SAMPLE_SOURCE,
} from '#src/core/shop-contact.ts'
import type { Section, Settings } from './settings.contract.ts'
import { POLICY_NAMES, POLICY_TITLES } from './settings.names.ts'
import { claimText } from './settings.rules.ts'

export const OPENING_ITEMS = [
  'telephone',
  'email',
  'address',
  'legal-name',
  'fssai',
  'grievance-officer',
  'policies',
  'privacy',
  'claims',
] as const
export type OpeningItemName = (typeof OPENING_ITEMS)[number]

/** One thing that a shop needs before it may sell. `missing` says what is not there yet, null when all of it is. */
export type OpeningItem = { name: OpeningItemName; title: string; section: Section; missing: string | null }

type Check = { title: string; section: Section; missing: (settings: Settings) => string | undefined }

/** What the E-Commerce Rules (2020) and the food law make a seller say, and what the shop says of itself. */
const CHECKS: Record<OpeningItemName, Check> = {
  telephone: { title: 'Telephone', section: 'contact', missing: ({ contact }) => telephoneProblem(contact.phones) },
  email: { title: 'E-mail', section: 'contact', missing: ({ contact }) => emailProblem(contact.emails) },
  address: { title: 'Full address', section: 'contact', missing: ({ contact }) => addressProblem(contact.address) },
  'legal-name': { title: 'Legal name', section: 'tax', missing: ({ tax }) => legalNameProblem(tax.legalName) },
  fssai: { title: 'FSSAI licence', section: 'contact', missing: ({ contact }) => fssaiProblem(contact.fssai) },
  'grievance-officer': {
    title: 'Grievance officer',
    section: 'contact',
    missing: ({ contact }) => officerProblem(contact.grievanceOfficer),
  },
  policies: { title: 'Policies', section: 'policies', missing: ({ policies }) => policiesProblem(policies) },
  privacy: {
    title: 'Privacy',
    section: 'policies',
    missing: ({ policies }) =>
      policies.privacy.isConfirmed ? undefined : 'Read what the About page says on privacy, and confirm it.',
  },
  claims: { title: 'Claims', section: 'claims', missing: ({ claims }) => claimsProblem(claims) },
}

/** The checklist of the opening, in its order, for these settings. */
export function openingItems(settings: Settings): OpeningItem[] {
  return OPENING_ITEMS.map((name) => {
    const { title, section, missing } = CHECKS[name]
    return { name, title, section, missing: missing(settings) ?? null }
  })
}

/** Whether anything on the checklist stands in this section. */
export function isNeededToOpen(section: Section): boolean {
  return Object.values(CHECKS).some((check) => check.section === section)
}

/** What a change would take away from a shop that had it; empty when nothing is lost. */
export function lostItems(before: Settings, after: Settings): OpeningItem[] {
  const hadBefore = new Set(openingItems(before).flatMap(({ name, missing }) => (missing === null ? [name] : [])))
  return openingItems(after).filter(({ name, missing }) => missing !== null && hadBefore.has(name))
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

function telephoneProblem(phones: string[]): string | undefined {
  if (phones.length === 0) return 'Give a telephone number that customers can call.'
  const unreal = phones.find((phone) => isMaskedPhone(phone) || digitsOf(phone).length < 10)
  return unreal && `“${unreal}” is no number that anybody can call.`
}

function emailProblem(emails: Settings['contact']['emails']): string | undefined {
  if (emails.length === 0) return 'Give an e-mail address that customers can write to.'
  const unreal = emails.find(({ email }) => isExampleAddress(email))
  return unreal && `${unreal.email} is an example; nobody reads it.`
}

/** A house, a street and a PIN code. */
function addressProblem(address: string): string | undefined {
  const isFull = address.length >= 20 && /\b[1-9]\d{2}\s?\d{3}\b/.test(address)
  return isFull ? undefined : 'Give the full address: house, street, city and PIN code.'
}

function legalNameProblem(legalName: string): string | undefined {
  if (legalName !== '' && legalName !== SAMPLE_LEGAL_NAME) return undefined
  return 'Give the legal name of the business, as on its licence or registration.'
}

function fssaiProblem(fssai: string): string | undefined {
  if (!/^\d{14}$/.test(fssai)) return 'Give the 14 digits of your FSSAI licence or registration.'
  const isInvented = fssai === SAMPLE_FSSAI || new Set(fssai).size < 3
  return isInvented ? 'This FSSAI number is a sample. Give your own.' : undefined
}

function officerProblem(officer: Settings['contact']['grievanceOfficer']): string | undefined {
  const contact = officer.phone || officer.email
  const lacking = [
    officer.name === '' && 'name',
    officer.designation === '' && 'designation',
    contact === '' && 'e-mail or telephone',
  ].filter((part) => part !== false)
  if (lacking.length > 0) return `Give the grievance officer's ${listed(lacking)}.`
  const isExample = isExampleAddress(officer.email) || isMaskedPhone(officer.phone)
  return isExample ? "The grievance officer's contact is a sample. Give a real one." : undefined
}

function policiesProblem(policies: Settings['policies']): string | undefined {
  const unread = POLICY_NAMES.filter((name) => !policies[name].isConfirmed)
  return unread.length > 0 ? `Read and confirm: ${listed(unread.map((name) => POLICY_TITLES[name]))}.` : undefined
}

function claimsProblem(claims: Settings['claims']): string | undefined {
  const unproved = Object.values(claims).filter(
    ({ isShown, source }) => isShown && (source === '' || source === SAMPLE_SOURCE),
  )
  if (unproved.length === 0) return undefined
  return `Say where this is known from, or hide it: ${unproved.map(claimText).join(', ')}.`
}

/** One, two and three. */
const listed = (parts: string[]) => [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')
