type FilterButtonsProps<Name extends string> = {
  legend: string
  /** In the order in which they stand. */
  labels: Readonly<Record<Name, string>>
  chosen: Name
  onChoose: (name: Name) => void
}

/** One of a few ways to look at a list. On a phone the row is pushed sideways, not the page. */
export function FilterButtons<Name extends string>({ legend, labels, chosen, onChoose }: FilterButtonsProps<Name>) {
  return (
    <fieldset className="-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
      <legend className="sr-only">{legend}</legend>
      {(Object.keys(labels) as Name[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
          className="min-h-11 shrink-0 rounded-control border border-line-strong px-4 text-small aria-pressed:border-cocoa-900 aria-pressed:bg-cocoa-900 aria-pressed:text-pearl"
        >
          {labels[name]}
        </button>
      ))}
    </fieldset>
  )
}
