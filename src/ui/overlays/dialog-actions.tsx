import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'

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
