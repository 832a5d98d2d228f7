import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import type { CheckoutInput } from './checkout.contract.ts'

/** For this tab's life only: what a shopper typed must survive a reload, not be found by the next person. */
const FORM_KEY = 'golconda-checkout-form'

/** What the form starts with: what this person typed before the reload, else what we know of them. */
export function initialFormValues(user: User): CheckoutInput {
  // Somebody who has not given a name is called by the first part of their address, which is no name for a parcel.
  const name = user.email.startsWith(`${user.name}@`) ? '' : user.name
  const [firstName = '', ...otherNames] = name.trim().split(/\s+/)
  const values: CheckoutInput = {
    firstName,
    lastName: otherNames.join(' '),
    email: user.email,
    phone: '',
    address: '',
    city: '',
    state: 'Telangana',
    otherState: '',
    confirmedPlace: '',
    pincode: '',
    landmark: '',
    paymentMethod: 'upi',
    notes: '',
  }
  // What was kept is texts of any kind; the form's own check looks at them again before anything is sent.
  return Object.assign(values, keptTexts(user.id))
}

export function saveDraft(userId: string, values: object): void {
  sessionStorage.setItem(FORM_KEY, JSON.stringify({ userId, values }))
}

/** The address may serve the next order; the wishes were for this one. */
export function clearDraftNotes(userId: string): void {
  const { notes: _, ...values } = keptTexts(userId)
  saveDraft(userId, values)
}

function keptTexts(userId: string): Record<string, string> {
  const kept = asRecord(parseJsonOrNull(sessionStorage.getItem(FORM_KEY)))
  const values = kept.userId === userId ? Object.entries(asRecord(kept.values)) : []
  return Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
