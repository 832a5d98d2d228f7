import { create } from 'zustand'

export type Toast = {
  title: string
  description?: string
  tone?: 'destructive'
  action?: { label: string; act: () => void }
}
/** A dismissed toast keeps its text until it has left the screen. */
export type VisibleToast = Toast & { id: number; isOpen: boolean }

const REMOVAL_DELAY_MS = 1_000_000

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
