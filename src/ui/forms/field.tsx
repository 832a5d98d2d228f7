import { type ComponentProps, type ReactNode, useId } from 'react'

export type FieldText = { label: string; labelHidden?: boolean; hint?: ReactNode; error?: string; className?: string }

/** 16 px, or phones zoom in on focus. */
export const controlClass =
  'w-full rounded-control border border-line-strong bg-white px-4 text-base text-cocoa-900 transition-colors duration-150 ease-house placeholder:text-cocoa-500 hover:border-cocoa-600 disabled:cursor-not-allowed disabled:bg-ivory disabled:text-cocoa-500 aria-invalid:border-err aria-invalid:shadow-[inset_0_0_0_1px_var(--err)]'

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

export function LabelledControl(props: FieldText & { id?: string; control: (described: Described) => ReactNode }) {
  const { label, labelHidden, hint, error, className = '', control } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'font-semibold text-small'}>
        {label}
      </label>
      {control({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-cocoa-500 text-meta">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-medium text-err text-meta">
          {error}
        </p>
      )}
    </div>
  )
}

/** Separates the text of a field from the props of its control. */
export function splitField<Props extends FieldText & { id?: string }>(props: Props) {
  const { label, labelHidden, hint, error, className, id, ...control } = props
  return { text: { label, labelHidden, hint, error, className, id }, control }
}

export function Field(props: FieldText & ComponentProps<'input'>) {
  const { text, control } = splitField(props)
  return (
    <LabelledControl
      {...text}
      control={(described) => <input type="text" {...control} {...described} className={`${controlClass} h-13`} />}
    />
  )
}

export function TextAreaField(props: FieldText & ComponentProps<'textarea'>) {
  const { text, control } = splitField(props)
  return (
    <LabelledControl
      {...text}
      control={(described) => (
        <textarea rows={4} {...control} {...described} className={`${controlClass} resize-y py-3 leading-normal`} />
      )}
    />
  )
}
