import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import type { CheckoutInput } from './checkout.contract.ts'

/** sessionStorage, so that a draft survives a reload but is gone with the tab. */
const FORM_KEY = 'golconda-checkout-form'

export function initialFormValues(user: User): CheckoutInput {
  // A customer without a name is called by the local part of the email, which is no name for a parcel.
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
  // The form validates the draft again before it is sent.
  return Object.assign(values, readDraft(user.id))
}

export function saveDraft(userId: string, values: object): void {
  sessionStorage.setItem(FORM_KEY, JSON.stringify({ userId, values }))
}

/** Keeps the address for the next order and drops the notes. */
export function clearDraftNotes(userId: string): void {
  const { notes: _, ...values } = readDraft(userId)
  saveDraft(userId, values)
}

function readDraft(userId: string): Record<string, string> {
  const remembered = asRecord(parseJsonOrNull(sessionStorage.getItem(FORM_KEY)))
  const values = remembered.userId === userId ? Object.entries(asRecord(remembered.values)) : []
  return Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
