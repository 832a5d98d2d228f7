import FileUp from 'lucide-react/icons/file-up'
import { type ChangeEvent, useId } from 'react'
import { buttonClass } from './button.tsx'

/** Choosing the same file again counts, because it may have been corrected. */
export function CsvFileChooser({ onChoose }: { onChoose: (file: File) => void }) {
  const id = useId()
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) onChoose(file)
  }
  return (
    <>
      <input id={id} type="file" accept=".csv,text/csv" onChange={choose} className="peer sr-only" />
      <label
        htmlFor={id}
        className={`${buttonClass({ variant: 'secondary', size: 'small' })} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2`}
      >
        <FileUp aria-hidden="true" strokeWidth={1.5} className="size-5" />
        Choose a CSV file
      </label>
    </>
  )
}
