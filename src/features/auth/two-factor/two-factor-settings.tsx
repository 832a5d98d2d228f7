import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { counted } from '#src/core/words.ts'
import type { SecuritySettings, TwoFactorEnrolment } from '#src/features/auth/security/security.contract.ts'
import { confirmTwoFactor, disableTwoFactor, startTwoFactor } from '#src/features/auth/security/security.queries.ts'
import { ConfirmPasswordField, readFormText, SecurityForm } from '#src/features/auth/security/security-form.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { TwoFactorCodeField } from './two-factor-code-field.tsx'

export function TwoFactorSettings({ security: { codesSince, recoveryCodesLeft } }: { security: SecuritySettings }) {
  const [enrolment, setEnrolment] = useState<TwoFactorEnrolment>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const isOn = codesSince !== null
  return (
    <section aria-labelledby="codes" className="grid gap-4">
      <h2 id="codes" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-heading">
        Authenticator app
        <StatusBadge tone={isOn ? 'ok' : 'neutral'}>{isOn ? 'On' : 'Off'}</StatusBadge>
      </h2>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} onDone={() => setRecoveryCodes(undefined)} />}
      {!recoveryCodes && isOn && <CodesAreOn since={codesSince} recoveryCodesLeft={recoveryCodesLeft} />}
      {!recoveryCodes && !isOn && !enrolment && <StartCodes onStarted={setEnrolment} />}
      {!recoveryCodes && !isOn && enrolment && (
        <ScanAndConfirm
          enrolment={enrolment}
          onConfirmed={(codes) => {
            setRecoveryCodes(codes)
            setEnrolment(undefined)
          }}
        />
      )}
    </section>
  )
}

function StartCodes({ onStarted }: { onStarted: (enrolment: TwoFactorEnrolment) => void }) {
  const start = useMutation({ ...startTwoFactor, onSuccess: onStarted })
  return (
    <>
      <p className="max-w-[62ch] text-cocoa-600">
        With an authenticator app on your phone, the password alone is not enough: signing in also asks for the six
        digits that the app shows.
      </p>
      <SecurityForm error={start.error} onSubmit={(form) => start.mutate({ password: readFormText(form, 'password') })}>
        <ConfirmPasswordField label="Your password, to set up codes" />
        <Button type="submit" pending={start.isPending}>
          Set up codes
        </Button>
      </SecurityForm>
    </>
  )
}

type ScanAndConfirmProps = { enrolment: TwoFactorEnrolment; onConfirmed: (recoveryCodes: string[]) => void }

function ScanAndConfirm({ enrolment: { key, qrCode }, onConfirmed }: ScanAndConfirmProps) {
  const confirm = useMutation({ ...confirmTwoFactor, onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) })
  return (
    <div className="grid gap-6 border border-line bg-white p-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-6">
      <img src={qrCode} alt="QR code of the key" width={208} height={208} className="size-52" />
      <div className="grid content-start gap-5">
        <div>
          <p>Scan this with your authenticator app, or type the key into it:</p>
          <p className="mt-2 font-semibold tabular-nums tracking-wide [overflow-wrap:anywhere]">
            {key.replace(/(.{4})(?=.)/g, '$1 ')}
          </p>
        </div>
        <SecurityForm error={confirm.error} onSubmit={(form) => confirm.mutate({ code: readFormText(form, 'code') })}>
          <TwoFactorCodeField label="The six digits in the app" />
          <Button type="submit" pending={confirm.isPending}>
            Switch codes on
          </Button>
        </SecurityForm>
      </div>
    </div>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div role="status" className="grid justify-items-start gap-4 border border-gold-500 bg-white p-5 sm:p-6">
      <h3 className="text-heading">Keep these recovery codes</h3>
      <p className="max-w-[62ch] text-cocoa-600">
        Each works once instead of the app, in case you lose the phone. Write them down: they are not shown again.
      </p>
      <ul className="grid gap-x-8 gap-y-1 font-semibold tabular-nums tracking-wide sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="small" onClick={onDone}>
        I have written them down
      </Button>
    </div>
  )
}

function CodesAreOn({ since, recoveryCodesLeft }: { since: string; recoveryCodesLeft: number }) {
  const disable = useMutation(disableTwoFactor)
  const submit = (form: FormData) =>
    disable.mutate({ password: readFormText(form, 'password'), code: readFormText(form, 'code') })
  return (
    <>
      <p className="max-w-[62ch] text-cocoa-600">
        Since {formatDayAndTime(since)} signing in asks for a code of your authenticator app.{' '}
        {counted(recoveryCodesLeft, 'recovery code is', 'recovery codes are')} left.
      </p>
      <SecurityForm error={disable.error} onSubmit={submit}>
        <ConfirmPasswordField label="Your password, to switch codes off" />
        <TwoFactorCodeField label="Code from the app, or a recovery code" />
        <Button type="submit" variant="secondary" pending={disable.isPending}>
          Switch codes off
        </Button>
      </SecurityForm>
    </>
  )
}
