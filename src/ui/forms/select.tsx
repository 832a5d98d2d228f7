import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, type FieldText, LabelledControl } from './field.tsx'

export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  className,
  id,
  ...select
}: FieldText & ComponentProps<'select'>) {
  return (
    <LabelledControl
      {...{ label, labelHidden, hint, error, className, id }}
      control={(described) => (
        <span className="relative block">
          <select {...select} {...described} className={`${controlClass} h-13 appearance-none pr-11`} />
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
