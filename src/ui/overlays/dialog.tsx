import { X } from 'lucide-react'
import * as RadixDialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { iconButtonClass } from '#src/ui/forms/icon-button.tsx'
import { useFocusReturn } from './focus-return.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  size?: 'normal' | 'wide'
  children: ReactNode
}

const WIDTHS = { normal: 'max-w-lg', wide: 'max-w-3xl' }

/** Large dependency: load the file that uses it lazily. */
export function Dialog({ open, onOpenChange, title, description, size = 'normal', children }: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={`${backdropClass} grid place-items-center overflow-y-auto p-4 sm:p-8`}>
          <RadixDialog.Content
            {...focusReturn}
            {...(!description && { 'aria-describedby': undefined })}
            className={`cut relative w-full bg-pearl p-6 text-cocoa-900 cut-18 data-[state=closed]:animate-fade-out data-[state=open]:animate-rise focus:outline-none sm:p-9 sm:cut-28 ${WIDTHS[size]}`}
          >
            <RadixDialog.Title className="pr-12 text-subtitle">{title}</RadixDialog.Title>
            {description && (
              <RadixDialog.Description className="mt-2 text-cocoa-600">{description}</RadixDialog.Description>
            )}
            <div className="absolute top-4 right-4 sm:top-7 sm:right-7">
              <DialogClose />
            </div>
            <div className="mt-6">{children}</div>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

export const backdropClass =
  'fixed inset-0 z-50 bg-cocoa-950/60 data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

export function DialogClose({ className = '' }: { className?: string }) {
  return (
    <RadixDialog.Close aria-label="Close" className={`${iconButtonClass} ${className}`}>
      <X aria-hidden="true" strokeWidth={1.5} className="size-5.5" />
    </RadixDialog.Close>
  )
}
