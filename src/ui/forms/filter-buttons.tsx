import type { ReactNode } from 'react'

type FilterButtonsProps<Name extends string> = {
  legend: string
  labels: Readonly<Record<Name, string>>
  chosen: Name
  onChoose: (name: Name) => void
}

export function FilterButtons<Name extends string>({ legend, labels, chosen, onChoose }: FilterButtonsProps<Name>) {
  return (
    <FilterRow legend={legend}>
      {(Object.keys(labels) as Name[]).map((name) => (
        <FilterButton key={name} isChosen={name === chosen} onChoose={() => onChoose(name)}>
          {labels[name]}
        </FilterButton>
      ))}
    </FilterRow>
  )
}

export function FilterRow({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}

type FilterButtonProps = { isChosen: boolean; isDisabled?: boolean; onChoose: () => void; children: ReactNode }

export function FilterButton({ isChosen, isDisabled = false, onChoose, children }: FilterButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onChoose}
      className="min-h-11 shrink-0 rounded-control border border-line-strong px-4 text-small disabled:border-line disabled:text-cocoa-500 aria-pressed:border-cocoa-900 aria-pressed:bg-cocoa-900 aria-pressed:text-pearl"
    >
      {children}
    </button>
  )
}
