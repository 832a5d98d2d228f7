import { useMutation } from '@tanstack/react-query'
import { sendJson } from '#src/browser/http-client.ts'

/** Texts of the specification, with the exceptions from deletion added. */
const QUESTIONS = {
  desktop:
    'Are you sure you want to delete your account? This action cannot be undone and will permanently remove all your data.\n\nTax law makes us keep invoices: see Privacy.',
  mobile: 'Are you sure you want to delete your account? This action cannot be undone.',
}

export function useDeleteAccount(place: keyof typeof QUESTIONS) {
  const deleting = useMutation({
    mutationFn: () => sendJson<{ success: true }>('DELETE', '/api/auth/delete-account'),
    onSuccess: () => {
      window.alert('Your account is deleted.')
      window.location.assign('/api/logout')
    },
    onError: (error) => {
      console.error('The account could not be deleted:', error)
      window.alert('Failed to delete account. Please try again.')
    },
  })
  return {
    isPending: deleting.isPending,
    ask: () => {
      if (!deleting.isPending && window.confirm(QUESTIONS[place])) deleting.mutate()
    },
  }
}
