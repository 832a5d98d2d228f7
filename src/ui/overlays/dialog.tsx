import X from 'lucide-react/icons/x'
import * as RadixDialog from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { Button, ButtonIcon, iconButtonClass } from '#src/ui/forms/button.tsx'

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
  const content = useRef<HTMLDivElement>(null)
  // A tap beside fields would lose what was typed or chosen; Escape and Close are meant.
  function keepFields(event: Event) {
    if (content.current?.querySelector('label')) event.preventDefault()
  }
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={`${backdropClass} grid place-items-center overflow-y-auto p-4 sm:p-8`}>
          <RadixDialog.Content
            {...focusReturn}
            ref={content}
            onPointerDownOutside={keepFields}
            {...(!description && { 'aria-describedby': undefined })}
            className={`cut relative w-full bg-pearl p-6 text-cocoa-900 cut-18 data-[state=closed]:animate-fade-out data-[state=open]:animate-rise focus:outline-none sm:p-9 sm:cut-28 ${WIDTHS[size]}`}
          >
            <RadixDialog.Title className="pr-12 text-subtitle [overflow-wrap:anywhere]">{title}</RadixDialog.Title>
            {description && (
              <RadixDialog.Description className="mt-2 text-cocoa-600 [overflow-wrap:anywhere]">
                {description}
              </RadixDialog.Description>
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
      <ButtonIcon of={X} />
    </RadixDialog.Close>
  )
}

/** Returns the focus to the opener; Radix does so only for its own triggers. */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

type DialogActionsProps = { otherwise?: string; pending?: boolean; onClose: () => void; children: ReactNode }

export function DialogActions({ otherwise = 'Not yet', pending = false, onClose, children }: DialogActionsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" pending={pending}>
        {children}
      </Button>
      <Button variant="secondary" onClick={onClose}>
        {otherwise}
      </Button>
    </div>
  )
}
