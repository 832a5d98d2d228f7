import { showToast } from '#src/browser/toast-store.ts'
import type { Story } from '#src/features/community/stories/stories.contract.ts'

/** Uses the Web Share API, or copies the link where it is missing. */
export async function shareStoryLink({ id, title }: Pick<Story, 'id' | 'title'>): Promise<void> {
  const url = new URL(`/community-stories?story=${id}`, window.location.origin).href
  if (typeof navigator.share === 'function') {
    await navigator.share({ title, url }).catch((error: Error) => {
      // The visitor closed the share sheet.
      if (error.name !== 'AbortError') throw error
    })
    return
  }
  // Browsers offer the clipboard on secure pages only.
  const isCopied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? { title: 'Copied!', description: 'The link to this story is in your clipboard.' }
      : { title: 'Not copied', description: `Please copy it by hand: ${url}` },
  )
}
