import * as RadixDialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { backdropClass, DialogClose, useFocusReturn } from './dialog.tsx'

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  titleExtra?: ReactNode
  side?: 'right' | 'left'
  footer?: ReactNode
  children: ReactNode
}

const SIDES = {
  right: 'right-0 max-w-[420px] data-[state=open]:animate-from-right data-[state=closed]:animate-to-right',
  left: 'left-0 max-w-[340px] data-[state=open]:animate-from-left data-[state=closed]:animate-to-left',
}

export function Drawer({ open, onOpenChange, title, titleExtra, side = 'right', footer, children }: DrawerProps) {
  const focusReturn = useFocusReturn()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={backdropClass} />
        <RadixDialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className={`fixed inset-y-0 z-50 flex w-[calc(100%-3rem)] flex-col bg-pearl text-cocoa-900 shadow-drawer focus:outline-none ${SIDES[side]}`}
        >
          <div className="flex items-center gap-3 border-line border-b py-4 pr-3 pl-6">
            <RadixDialog.Title className="text-heading">{title}</RadixDialog.Title>
            {titleExtra}
            <DialogClose className="ml-auto" />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5">{children}</div>
          {footer && <div className="border-line border-t bg-ivory px-6 py-5">{footer}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
