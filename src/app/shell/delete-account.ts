import { conflictMessage, sendJson } from '#src/browser/http-client.ts'

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
    await sendJson<{ success: true }>('DELETE', `/api/auth/delete-account?account=${userId}`)
    window.alert('Your account is deleted.')
    window.location.assign('/api/logout')
  } catch (error) {
    console.error('The account could not be deleted:', error)
    window.alert(conflictMessage(error) ?? 'Failed to delete account. Please try again.')
  } finally {
    isDeleting = false
  }
}
