import { lazy } from 'react'
import type { DeskModule } from '#src/platform/desk.ts'

/** A desk whose code comes when it is first opened. */
export const desk = (label: string, open: () => Promise<DeskModule>) => ({
  label,
  open,
  Desk: lazy(async () => ({ default: (await open()).Desk })),
})

export type LazyDesk = ReturnType<typeof desk>
