import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { changePassword } from './security.queries.ts'
import { ConfirmPasswordField, readFormText, SecurityForm } from './security-form.tsx'

export function ChangePassword() {
  const [differ, setDiffer] = useState(false)
  const [changes, setChanges] = useState(0)
  const change = useMutation({ ...changePassword, onSuccess: () => setChanges((before) => before + 1) })

  function submit(form: FormData) {
    const newPassword = readFormText(form, 'newPassword')
    const isSame = newPassword === readFormText(form, 'again')
    setDiffer(!isSame)
    if (isSame) change.mutate({ password: readFormText(form, 'password'), newPassword })
  }

  return (
    <section aria-labelledby="own-password" className="grid gap-4">
      <h2 id="own-password" className="text-heading">
        Your password
      </h2>
      <p className="max-w-[62ch] text-cocoa-600">A new password ends your sessions in other browsers.</p>
      <SecurityForm key={changes} error={change.error} onSubmit={submit}>
        <ConfirmPasswordField label="Your current password" />
        <NewPasswordField label="New password" name="newPassword" hint="At least 12 characters." />
        <NewPasswordField
          label="Repeat the new password"
          name="again"
          error={differ ? 'The two passwords differ.' : undefined}
        />
        <Button type="submit" variant="secondary" pending={change.isPending}>
          Change password
        </Button>
      </SecurityForm>
    </section>
  )
}

type NewPasswordFieldProps = { label: string; name: string; hint?: string; error?: string | undefined }

function NewPasswordField(props: NewPasswordFieldProps) {
  return <Field {...props} type="password" autoComplete="new-password" minLength={12} maxLength={200} required />
}
