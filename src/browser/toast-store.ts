import { create } from 'zustand'

export type Toast = {
  title: string
  description?: string
  tone?: 'destructive'
  /** One thing that can be done about it, as long as the notice is there. */
  action?: { label: string; act: () => void }
}
/** A dismissed notice keeps its words: it needs them until it has left the screen. */
export type VisibleToast = Toast & { id: number; isOpen: boolean }

/** How long a dismissed notice is remembered. */
const REMOVAL_DELAY_MS = 1_000_000

/** The one toast that may be visible: a new notice takes the place of the one before. */
export const useToastStore = create<{ notice: VisibleToast | null }>()(() => ({ notice: null }))

let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function showToast(notice: Toast): void {
  lastId += 1
  clearTimeout(removal)
  useToastStore.setState({ notice: { ...notice, id: lastId, isOpen: true } })
}

export function dismissToast(): void {
  const { notice } = useToastStore.getState()
  if (!notice?.isOpen) return
  useToastStore.setState({ notice: { ...notice, isOpen: false } })
  removal = setTimeout(() => useToastStore.setState({ notice: null }), REMOVAL_DELAY_MS)
}
