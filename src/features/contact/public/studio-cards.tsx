import type { LucideIcon } from 'lucide-react'
import Clock from 'lucide-react/icons/clock'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import Scale from 'lucide-react/icons/scale'
import { type ReactNode, useId } from 'react'
import { formatStudioHours } from '#src/core/delivery/studio-hours.ts'
import { isExampleAddress, isMaskedPhone, isSampleRegistration } from '#src/core/shop-contact.ts'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { toStudioHours } from '#src/features/settings/settings-rules.ts'

export function StudioCards() {
  const { contact, hours, tax } = usePublicSettings()
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <Card icon={MapPin} title="Studio Address">
        <address className="not-italic">{contact.address}</address>
      </Card>
      <Phones of={contact.phones} />
      <Mailboxes of={contact.emails} />
      <Card icon={Clock} title="Studio Hours">
        <ul>
          {formatStudioHours(toStudioHours(hours).week).map((days) => (
            <li key={days}>{days}</li>
          ))}
        </ul>
      </Card>
      <ByLaw contact={contact} legalName={tax.legalName} />
    </div>
  )
}

type Contact = PublicSettings['contact']

function Phones({ of: phones }: { of: Contact['phones'] }) {
  if (phones.length === 0) return null
  return (
    <Card icon={Phone} title="Phone Numbers">
      <ul>
        {phones.map((phone) => (
          <li key={phone} className="tabular-nums">
            {phone}
          </li>
        ))}
      </ul>
      {phones.every(isMaskedPhone) && <Placeholder>Masked: this demo has no telephone.</Placeholder>}
    </Card>
  )
}

function Mailboxes({ of: emails }: { of: Contact['emails'] }) {
  if (emails.length === 0) return null
  return (
    <Card icon={Mail} title="Email Addresses">
      <dl className="grid gap-2">
        {emails.map(({ of, email }) => (
          <div key={email}>
            <dt className="text-cocoa-500 text-meta">{of}</dt>
            <dd className="[overflow-wrap:anywhere]">{email}</dd>
          </div>
        ))}
      </dl>
      {emails.every(({ email }) => isExampleAddress(email)) && (
        <Placeholder>Examples only. Please use the form.</Placeholder>
      )}
    </Card>
  )
}

/** Required of food sellers: Consumer Protection (E-Commerce) Rules, 2020. */
function ByLaw({ contact: { fssai, gstin, grievanceOfficer }, legalName }: { contact: Contact; legalName: string }) {
  const officer = [
    grievanceOfficer.name,
    grievanceOfficer.designation,
    grievanceOfficer.email,
    grievanceOfficer.phone,
  ].filter(Boolean)
  const facts = [
    { name: 'Legal name', value: legalName },
    { name: 'FSSAI licence', value: fssai },
    { name: 'GSTIN', value: gstin },
    { name: 'Grievance officer', value: officer.join(', ') },
  ].filter(({ value }) => value !== '')
  if (facts.length === 0) return null
  return (
    <Card icon={Scale} title="By Law">
      <dl className="grid gap-2">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-cocoa-500 text-meta">{name}</dt>
            <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {[fssai, gstin].some(isSampleRegistration) && (
        <Placeholder>Samples: these numbers of the demo are not real.</Placeholder>
      )}
    </Card>
  )
}

function Card({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="cut grid grid-cols-[auto_1fr] gap-x-4.5 bg-white p-6 cut-18">
      <Icon aria-hidden="true" strokeWidth={1.25} className="size-7 text-gold-700" />
      <div className="grid content-start gap-2">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        <div className="text-cocoa-600">{children}</div>
      </div>
    </section>
  )
}

function Placeholder({ children }: { children: ReactNode }) {
  return <p className="mt-2 text-cocoa-500 text-meta">{children}</p>
}
