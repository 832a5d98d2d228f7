import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { SHOP_EMAILS, SHOP_PHONES } from '#src/core/shop-contact.ts'
import { STUDIO_ADDRESS, STUDIO_HOURS } from '#src/core/shop-policy.ts'

/** Where the studio is, when somebody is there, and how else to reach it. */
export function StudioCards() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <Card icon={MapPin} title="Studio Address">
        <address className="not-italic">{STUDIO_ADDRESS}</address>
      </Card>
      <Card icon={Phone} title="Phone Numbers">
        <ul>
          {SHOP_PHONES.map((phone) => (
            <li key={phone} className="tabular-nums">
              {phone}
            </li>
          ))}
        </ul>
        <Placeholder>Masked: this demonstration has no telephone.</Placeholder>
      </Card>
      <Card icon={Mail} title="Email Addresses">
        <dl className="grid gap-2">
          {SHOP_EMAILS.map(({ of, email }) => (
            <div key={email}>
              <dt className="text-cocoa-500 text-meta">{of}</dt>
              <dd className="[overflow-wrap:anywhere]">{email}</dd>
            </div>
          ))}
        </dl>
        <Placeholder>Examples only. Please use the form.</Placeholder>
      </Card>
      <Card icon={Clock} title="Studio Hours">
        <ul>
          {STUDIO_HOURS.map((hours) => (
            <li key={hours}>{hours}</li>
          ))}
        </ul>
      </Card>
    </div>
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
