import type { ComponentProps } from 'react'

export function CheckboxField({ label, className = '', ...input }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-center gap-3 text-small ${className}`}>
      <input type="checkbox" {...input} className="size-5 shrink-0 accent-cocoa-900" />
      {label}
    </label>
  )
}
