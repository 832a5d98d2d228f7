import { create } from 'zustand'

export type Notice = { title: string; description?: string; tone?: 'destructive' }
export type ShownNotice = Notice & { id: number }

/** The one toast that may be visible: a new notice takes the place of the one before. */
export const useNotice = create<{ notice: ShownNotice | null }>()(() => ({ notice: null }))

let lastId = 0

export function notify(notice: Notice): void {
  lastId += 1
  useNotice.setState({ notice: { ...notice, id: lastId } })
}

export function dismissNotice(): void {
  useNotice.setState({ notice: null })
}
