import type { ComponentProps } from 'react'

type FormSectionProps = ComponentProps<'fieldset'> & { title: string; hint?: string; columns?: 2 | 3 }

const COLUMNS = { 2: 'sm:grid-cols-2', 3: 'grid-cols-2 sm:grid-cols-3' }

/** Fields under a heading that screen readers announce with each of them. */
export function FormSection({ title, hint, columns = 2, className = '', children, ...fieldset }: FormSectionProps) {
  return (
    <fieldset {...fieldset} className={`min-w-0 ${className}`}>
      <legend className="mb-4 w-full border-line border-b pb-2 font-display text-[1.3125rem] leading-tight">
        {title}
      </legend>
      <div className={`grid gap-5 ${COLUMNS[columns]}`}>
        {hint && <p className="col-span-full max-w-[65ch] text-cocoa-600 text-small">{hint}</p>}
        {children}
      </div>
    </fieldset>
  )
}
