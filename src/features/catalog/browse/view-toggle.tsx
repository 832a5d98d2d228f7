import type { LucideIcon } from 'lucide-react'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import type { ProductView } from './product-filters.ts'

type ViewToggleProps = { view: ProductView; onChange: (view: ProductView) => void }

export function ViewToggle({ view, onChange }: ViewToggleProps) {
  return (
    <fieldset aria-label="View" className="flex">
      <ViewButton icon={LayoutGrid} label="Grid view" chosen={view === 'grid'} onChoose={() => onChange('grid')} />
      <ViewButton icon={List} label="List view" chosen={view === 'list'} onChoose={() => onChange('list')} />
    </fieldset>
  )
}

type ViewButtonProps = { icon: LucideIcon; label: string; chosen: boolean; onChoose: () => void }

function ViewButton({ icon: Icon, label, chosen, onChoose }: ViewButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={chosen}
      onClick={onChoose}
      className="-ml-px grid size-11 place-items-center border border-line-strong bg-white transition-colors duration-150 ease-house first:ml-0 first:rounded-l-control last:rounded-r-control hover:bg-ivory aria-pressed:bg-cocoa-900 aria-pressed:text-pearl"
    >
      <Icon strokeWidth={1.5} className="size-5" />
    </button>
  )
}
