import { conflictMessage, HttpError } from '#src/browser/http-client.ts'

let isDeleting = false

/** Deletes the account that the page shows: another tab may have signed in to another one. */
export async function deleteShownAccount(userId: string): Promise<void> {
  if (isDeleting) return
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
