import { SAMPLE_LEGAL_NAME } from '#src/core/shop-contact.ts'
import { counted } from '#src/core/words.ts'
import {
  isFullAddress,
  isNamedSource,
  isRealEmail,
  isRealFssaiToday,
  isRealPhone,
  isWrittenPolicy,
  MIN_POLICY_LETTERS,
} from '#src/features/settings/fact-validation.ts'
import { CLAIM_NAMES, POLICY_NAMES, POLICY_TITLES, type PolicyName } from '#src/features/settings/setting-names.ts'
import type { Section, Settings } from '#src/features/settings/settings.contract.ts'
import { formatClaim } from '#src/features/settings/shop-promises.ts'

const SETTINGS_ITEMS = [
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
type SettingsItemName = (typeof SETTINGS_ITEMS)[number]

export const OPENING_ITEMS = [...SETTINGS_ITEMS, 'food-facts', 'sent-email'] as const
export type OpeningItemName = (typeof OPENING_ITEMS)[number]

export type OpeningItem = {
  name: OpeningItemName
  title: string
  /** The section of the settings that has it; null for what the settings do not say. */
  section: Section | null
  missing: string | null
  note?: string
  /** The field at fault within the section: phones.0 */
  field: string | null
}

type Problem = { field: string; text: string }
type Check = { title: string; section: Section; problem: (settings: Settings) => Problem | undefined }

/** What the E-Commerce Rules (2020) and the food law require, and what the shop claims. */
const CHECKS: Record<SettingsItemName, Check> = {
  telephone: { title: 'Telephone', section: 'contact', problem: ({ contact }) => telephoneProblem(contact) },
  email: { title: 'E-mail', section: 'contact', problem: ({ contact }) => emailProblem(contact) },
  address: { title: 'Full address', section: 'contact', problem: ({ contact }) => addressProblem(contact) },
  'legal-name': { title: 'Legal name', section: 'tax', problem: ({ tax }) => legalNameProblem(tax) },
  fssai: { title: 'FSSAI licence', section: 'contact', problem: ({ contact }) => fssaiProblem(contact) },
  'grievance-officer': {
    title: 'Grievance officer',
    section: 'contact',
    problem: ({ contact }) => officerProblem(contact),
  },
  policies: { title: 'Policies', section: 'policies', problem: ({ policies }) => policiesProblem(policies) },
  privacy: { title: 'Privacy', section: 'policies', problem: ({ policies }) => privacyProblem(policies) },
  claims: { title: 'Claims', section: 'claims', problem: ({ claims }) => claimsProblem(claims) },
}

/** The items that the settings decide. */
export function listSettingsItems(settings: Settings): (OpeningItem & { section: Section })[] {
  return SETTINGS_ITEMS.map((name) => {
    const { title, section, problem } = CHECKS[name]
    const found = problem(settings)
    return { name, title, section, missing: found?.text ?? null, field: found?.field ?? null }
  })
}

export type ProductCounts = { onSale: number; incomplete: number }

/** `incomplete` products are on sale and lack facts of their label. A shop of custom chocolate needs no product. */
export function foodFactsItem({ onSale, incomplete }: ProductCounts): OpeningItem {
  const products = counted(incomplete, 'product on sale lacks', 'products on sale lack')
  const missing = incomplete === 0 ? null : `${products} facts of the label.`
  const note = onSale === 0 ? { note: 'No product is on sale yet.' } : {}
  return { name: 'food-facts', title: 'Food facts', section: null, missing, ...note, field: null }
}

export function sentEmailItem(missing: string | null): OpeningItem {
  return { name: 'sent-email', title: 'Sending e-mail', section: null, missing, field: null }
}

export function isRequiredToOpen(section: Section): boolean {
  return Object.values(CHECKS).some((check) => check.section === section)
}

export function findLostItems(before: Settings, after: Settings) {
  const hadBefore = new Set(listSettingsItems(before).flatMap(({ name, missing }) => (missing === null ? [name] : [])))
  return listSettingsItems(after).filter(({ name, missing }) => missing !== null && hadBefore.has(name))
}

type Contact = Settings['contact']

function telephoneProblem({ phones }: Contact): Problem | undefined {
  if (phones.length === 0) return { field: 'phones.0', text: 'Give a telephone number that customers can call.' }
  const at = phones.findIndex((phone) => !isRealPhone(phone))
  if (at < 0) return undefined
  return { field: `phones.${at}`, text: `“${phones[at]}” is not a working telephone number.` }
}

function emailProblem({ emails }: Contact): Problem | undefined {
  if (emails.length === 0)
    return { field: 'emails.0.email', text: 'Give an e-mail address that customers can write to.' }
  const at = emails.findIndex(({ email }) => !isRealEmail(email))
  if (at < 0) return undefined
  return { field: `emails.${at}.email`, text: `${emails[at]?.email} is a placeholder address.` }
}

function addressProblem({ address }: Contact): Problem | undefined {
  if (isFullAddress(address)) return undefined
  return { field: 'address', text: 'Give the full address: house, street, city and PIN code.' }
}

function legalNameProblem({ legalName }: Settings['tax']): Problem | undefined {
  if (legalName !== '' && legalName !== SAMPLE_LEGAL_NAME) return undefined
  return { field: 'legalName', text: 'Give the legal name of the business, as on its licence or registration.' }
}

function fssaiProblem({ fssai }: Contact): Problem | undefined {
  const field = 'fssai'
  if (!/^\d{14}$/.test(fssai)) return { field, text: 'Give the 14 digits of your FSSAI licence or registration.' }
  if (isRealFssaiToday(fssai)) return undefined
  return {
    field,
    text: 'This is not a valid FSSAI number. It begins with 1 or 2, then the state and the year of issue. Give your own.',
  }
}

function officerProblem({ grievanceOfficer: officer }: Contact): Problem | undefined {
  const contact = officer.phone || officer.email
  const lacking = [
    officer.name === '' && (['name', 'name'] as const),
    officer.designation === '' && (['designation', 'designation'] as const),
    contact === '' && (['email', 'e-mail or telephone'] as const),
  ].filter((part) => part !== false)
  const [first] = lacking
  if (first)
    return {
      field: `grievanceOfficer.${first[0]}`,
      text: `Give the grievance officer's ${listed(lacking.map(([, what]) => what))}.`,
    }
  const isEmailSample = officer.email !== '' && !isRealEmail(officer.email)
  if (!isEmailSample && (officer.phone === '' || isRealPhone(officer.phone))) return undefined
  return {
    field: `grievanceOfficer.${isEmailSample ? 'email' : 'phone'}`,
    text: "The grievance officer's contact is a sample. Give a real one.",
  }
}

function policiesProblem(policies: Settings['policies']): Problem | undefined {
  const empty = POLICY_NAMES.filter((name) => !isWrittenPolicy(policies[name].text))
  const titles = (names: readonly PolicyName[]) => listed(names.map((name) => POLICY_TITLES[name]))
  if (empty.length > 0)
    return {
      field: `${empty[0]}.text`,
      text: `Write in whole sentences, with ${MIN_POLICY_LETTERS} letters at least: ${titles(empty)}.`,
    }
  const unread = POLICY_NAMES.filter((name) => !policies[name].isConfirmed)
  return unread.length > 0 ? { field: 'policies', text: `Read and confirm: ${titles(unread)}.` } : undefined
}

function privacyProblem({ privacy }: Settings['policies']): Problem | undefined {
  if (privacy.isConfirmed) return undefined
  return { field: 'policies', text: 'Read the privacy text on the About page, and confirm it.' }
}

function claimsProblem(claims: Settings['claims']): Problem | undefined {
  const unproved = CLAIM_NAMES.filter((name) => claims[name].isShown && !isNamedSource(claims[name].source))
  if (unproved.length === 0) return undefined
  return {
    field: `${unproved[0]}.source`,
    text: `Name a source in three words or more, or hide it: ${unproved.map((name) => formatClaim(claims[name])).join(', ')}.`,
  }
}

const listed = (parts: string[]) => [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')
