import { Field, type FieldText } from '#src/ui/forms/field.tsx'

type CodeFieldProps = Pick<FieldText, 'label' | 'hint'> & {
  isNext?: boolean
}

/** For the six digits of an app, with autofill, or a recovery code. */
export function TwoFactorCodeField({ label, hint, isNext = false }: CodeFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={30}
      required
      ref={isNext ? focusWhenItComes : undefined}
    />
  )
}

function focusWhenItComes(field: HTMLInputElement | null) {
  field?.focus()
}
