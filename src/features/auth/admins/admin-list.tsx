import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { Admin, Invitation, SecuritySettings } from '#src/features/auth/security/security.contract.ts'
import { cancelInvitation, inviteAdmin, removeAdmin } from '#src/features/auth/security/security.queries.ts'
import { ConfirmPasswordField, readFormText, SecurityForm } from '#src/features/auth/security/security-form.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'

export function AdminList({ security: { admins, invitations } }: { security: SecuritySettings }) {
  return (
    <section aria-labelledby="admins" className="grid gap-4">
      <h2 id="admins" className="text-heading">
        Admins
      </h2>
      {admins.length === 1 && (
        <p className="max-w-[62ch] text-cocoa-600">
          You are the only admin, so you cannot be removed. Invite a second one, so that a lost phone or password does
          not lock the shop.
        </p>
      )}
      <ul className="divide-y divide-line border border-line bg-white">
        {admins.map((admin) => (
          <AdminRow key={admin.id} admin={admin} isLast={admins.length === 1} />
        ))}
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <Invite />
    </section>
  )
}

function AdminRow({ admin, isLast }: { admin: Admin; isLast: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { email, name, since, codesSince, lastSeenAt, isYou } = admin
  return (
    <li className="grid gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold [overflow-wrap:anywhere]">
            {name || email}
            {isYou && <StatusBadge tone="ok">You</StatusBadge>}
            <StatusBadge tone={codesSince ? 'ok' : 'warn'}>
              {codesSince ? 'Authenticator app on' : 'Authenticator app off'}
            </StatusBadge>
          </p>
          {name && <p className="text-cocoa-600 text-small [overflow-wrap:anywhere]">{email}</p>}
          <p className="text-cocoa-600 text-small">
            Admin since {formatDayAndTime(since)},{' '}
            {lastSeenAt ? `last seen ${formatDayAndTime(lastSeenAt)}` : 'never seen'}
          </p>
        </div>
        {!isLast && !isAsking && (
          <Button variant="secondary" size="small" onClick={() => setAsking(true)} aria-label={`Remove ${email}`}>
            Remove
          </Button>
        )}
      </div>
      {isAsking && <ConfirmRemoval admin={admin} onCancel={() => setAsking(false)} />}
    </li>
  )
}

function ConfirmRemoval({ admin: { id, email, isYou }, onCancel }: { admin: Admin; onCancel: () => void }) {
  const remove = useMutation(removeAdmin)
  return (
    <SecurityForm
      error={remove.error}
      onSubmit={(form) => remove.mutate({ id, password: readFormText(form, 'password') })}
    >
      <p>
        {isYou
          ? 'You will be signed out, and need an invitation to come back.'
          : `${email} is signed out everywhere and can no longer sign in as an admin.`}
      </p>
      <ConfirmPasswordField label={isYou ? 'Your password, to leave' : 'Your password, to remove this admin'} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" pending={remove.isPending}>
          {isYou ? 'Remove me' : 'Remove this admin'}
        </Button>
        <Button variant="secondary" size="small" onClick={onCancel}>
          Keep
        </Button>
      </div>
    </SecurityForm>
  )
}

function InvitationRow({ invitation: { id, email, by, expiresAt } }: { invitation: Invitation }) {
  const cancel = useMutation(cancelInvitation)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold [overflow-wrap:anywhere]">
          {email}
          <StatusBadge tone="neutral">Invited</StatusBadge>
        </p>
        <p className="text-cocoa-600 text-small [overflow-wrap:anywhere]">
          By {by}, good until {formatDayAndTime(expiresAt)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        pending={cancel.isPending}
        onClick={() => cancel.mutate(id)}
        aria-label={`Cancel the invitation of ${email}`}
      >
        Cancel invitation
      </Button>
    </li>
  )
}

function Invite() {
  const [sent, setSent] = useState(0)
  const invite = useMutation({ ...inviteAdmin, onSuccess: () => setSent((before) => before + 1) })
  const submit = (form: FormData) =>
    invite.mutate({ email: readFormText(form, 'email'), password: readFormText(form, 'password') })
  return (
    <div className="grid gap-4 pt-2">
      <h3 className="font-semibold text-lg">Invite an admin</h3>
      <p className="max-w-[62ch] text-cocoa-600">
        The mail has a link that works once, for 48 hours. An admin can do everything that you can.
      </p>
      <SecurityForm key={sent} error={invite.error} onSubmit={submit}>
        <Field label="Their e-mail address" type="email" name="email" autoComplete="off" maxLength={254} required />
        <ConfirmPasswordField label="Your password, to invite them" />
        <Button type="submit" variant="secondary" pending={invite.isPending}>
          Send invitation
        </Button>
      </SecurityForm>
    </div>
  )
}
