import { type ComponentProps, type ReactNode, useId } from 'react'

type RadioCardProps = Omit<ComponentProps<'input'>, 'title'> & {
  title: string
  aside?: ReactNode
  children?: ReactNode
}

/** A choice with a price and a few words; the whole card is its label. */
export function RadioCard({ title, aside, children, ...input }: RadioCardProps) {
  const id = useId()
  return (
    <label className="grid min-h-13 cursor-pointer grid-cols-[auto_1fr_auto] items-baseline gap-x-4 gap-y-1 border border-line-strong bg-white px-4 py-3.5 transition-colors duration-150 ease-house hover:border-cocoa-600 has-disabled:cursor-not-allowed has-checked:border-cocoa-900 has-disabled:border-line has-disabled:bg-ivory has-disabled:text-cocoa-600 has-checked:shadow-[inset_0_0_0_1px_var(--color-cocoa-900)] sm:px-5">
      <input
        type="radio"
        {...input}
        aria-labelledby={`${id}-title`}
        aria-describedby={[aside && `${id}-aside`, children && `${id}-about`].filter(Boolean).join(' ') || undefined}
        className="size-5 translate-y-1 accent-cocoa-900"
      />
      <span id={`${id}-title`} className="font-semibold">
        {title}
      </span>
      {aside && (
        <span id={`${id}-aside`} className="text-right">
          {aside}
        </span>
      )}
      {children && (
        <span id={`${id}-about`} className="col-span-2 col-start-2 grid gap-0.5 text-cocoa-600 text-small">
          {children}
        </span>
      )}
    </label>
  )
}
