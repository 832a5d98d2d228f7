import { Field, type FieldText } from '#src/ui/forms/field.tsx'

type CodeFieldProps = Pick<FieldText, 'label' | 'hint'> & {
  /** It has just been asked for: the focus goes there. */
  isNext?: boolean
}

/** Six digits of an authenticator app, which a phone may fill in; or the letters of a recovery code. */
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
