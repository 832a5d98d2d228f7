import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { controlClass, type FieldText, LabelledControl, splitField } from './field.tsx'

export function SelectField(props: FieldText & ComponentProps<'select'>) {
  const { text, control } = splitField(props)
  return (
    <LabelledControl
      {...text}
      control={(described) => (
        <span className="relative block">
          <select {...control} {...described} className={`${controlClass} h-13 appearance-none pr-11`} />
          <ChevronDown
            aria-hidden="true"
            strokeWidth={1.5}
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2"
          />
        </span>
      )}
    />
  )
}
