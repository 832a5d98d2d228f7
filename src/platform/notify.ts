import { create } from 'zustand'

export type Notice = {
  title: string
  description?: string
  tone?: 'destructive'
  /** One thing that can be done about it, as long as the notice is there. */
  action?: { label: string; act: () => void }
}
/** A dismissed notice keeps its words: it needs them until it has left the screen. */
export type ShownNotice = Notice & { id: number; isOpen: boolean }

/** How long a dismissed notice is remembered. */
const REMOVAL_DELAY_MS = 1_000_000

/** The one toast that may be visible: a new notice takes the place of the one before. */
export const useNotice = create<{ notice: ShownNotice | null }>()(() => ({ notice: null }))

let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function notify(notice: Notice): void {
  lastId += 1
  clearTimeout(removal)
  useNotice.setState({ notice: { ...notice, id: lastId, isOpen: true } })
}

export function dismissNotice(): void {
  const { notice } = useNotice.getState()
  if (!notice?.isOpen) return
  useNotice.setState({ notice: { ...notice, isOpen: false } })
  removal = setTimeout(() => useNotice.setState({ notice: null }), REMOVAL_DELAY_MS)
}
