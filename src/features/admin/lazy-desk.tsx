import { lazy } from 'react'
import type { DeskModule, DeskProps } from '#src/platform/desk.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'

/**
 * A desk whose code comes when it is first opened. Until that code is there, what the server drew can be read but not
 * pressed: a status chosen too early would look chosen and be lost.
 */
export const desk = (label: string, open: () => Promise<DeskModule>) => ({
  label,
  open,
  Desk: lazy(async () => {
    const { Desk } = await open()
    const AwakeDesk = (props: DeskProps) => (
      <div inert={!useHydrated()}>
        <Desk {...props} />
      </div>
    )
    return { default: AwakeDesk }
  }),
})

export type LazyDesk = ReturnType<typeof desk>
