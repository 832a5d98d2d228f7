import { conflictMessage, HttpError } from '#src/browser/http-client.ts'

/** Texts of the specification, with the exceptions from deletion added. */
const QUESTIONS = {
  desktop:
    'Are you sure you want to delete your account? This action cannot be undone and will permanently remove all your data.\n\nTax law makes us keep invoices: see Privacy.',
  mobile: 'Are you sure you want to delete your account? This action cannot be undone.',
}

let isDeleting = false

/** Asks, and deletes the account that the page shows: another tab may have signed in to another one. */
export async function deleteShownAccount(place: keyof typeof QUESTIONS, userId: string): Promise<void> {
  if (isDeleting || !window.confirm(QUESTIONS[place])) return
  isDeleting = true
  try {
    await sendDeletion(userId)
    window.alert('Your account is deleted.')
    window.location.assign('/api/logout')
  } catch (error) {
    console.error('The account could not be deleted:', error)
    window.alert(conflictMessage(error) ?? 'Failed to delete account. Please try again.')
  } finally {
    isDeleting = false
  }
}

async function sendDeletion(userId: string): Promise<void> {
  const headers = { 'x-account': userId }
  const response = await fetch('/api/auth/delete-account', { method: 'DELETE', credentials: 'include', headers })
  if (!response.ok) throw new HttpError(response.status, await response.text())
}
