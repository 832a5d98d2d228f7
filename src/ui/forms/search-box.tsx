import Search from 'lucide-react/icons/search'
import type { FormEvent } from 'react'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

type SearchBoxProps = {
  label: string
  placeholder: string
  q: string | undefined
  onSearch: (q: string | undefined) => void
}

export function SearchBox({ label, placeholder, q, onSearch }: SearchBoxProps) {
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('q')).trim() || undefined)
  }
  return (
    <search>
      <form onSubmit={search} className="flex max-w-2xl items-end gap-2">
        <Field
          key={q}
          name="q"
          type="search"
          label={label}
          placeholder={placeholder}
          defaultValue={q}
          maxLength={200}
          enterKeyHint="search"
          className="flex-1"
        />
        <Button type="submit" variant="secondary" aria-label="Search" className="px-4!">
          <Search aria-hidden="true" strokeWidth={1.5} className="size-5" />
        </Button>
      </form>
    </search>
  )
}
