import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatStudioHours } from '#src/core/delivery/studio-hours.ts'
import { registrationText } from '#src/core/shop-contact.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { NETWORK_NAMES, POLICY_NAMES, POLICY_TITLES, SOCIAL_NETWORKS } from '#src/features/settings/setting-names.ts'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { toStudioHours } from '#src/features/settings/settings-rules.ts'
import { readPromises } from '#src/features/settings/shop-promises.ts'
import { FOOTER_PAGES, NAVIGATION, SERVICE_PAGES } from './navigation.ts'

const linkClass = 'inline-block py-2.5 lg:py-1 transition-colors duration-150 ease-house hover:text-gold-300'

type SettingsProps = { settings: PublicSettings }

/** Gets the settings as props, so that it needs no query before hydration. */
export function Footer({ settings }: SettingsProps) {
  return (
    <footer className="below-fold on-dark [--tall:80rem] bg-cocoa-950 pt-16 pb-8 text-[0.9375rem] text-on-dark-muted">
      <div className="wrap">
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-[1.7fr_1fr_1fr_1.2fr] lg:gap-12">
          <AboutTheHouse settings={settings} />
          <QuickLinks />
          <CustomerService settings={settings} />
          <ContactBlock settings={settings} />
        </div>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-4 border-line-dark border-t pt-5 text-meta">
          <span>© {SHOP_NAME}</span>
          <Link to="/admin-login" className={linkClass}>
            Admin Portal
          </Link>
        </div>
      </div>
    </footer>
  )
}

function AboutTheHouse({ settings }: SettingsProps) {
  return (
    <div className="max-sm:col-span-2">
      <img src="/logo-light.svg" alt={SHOP_NAME} width={236} height={48} loading="lazy" className="mb-5 h-12 w-auto" />
      <p className="max-w-[21.8em]">
        Handcrafted chocolates from Hyderabad, the city that gave the world its diamonds and its pearls.
      </p>
      <SocialLinks social={settings.social} />
    </div>
  )
}

function SocialLinks({ social }: Pick<PublicSettings, 'social'>) {
  const ours = SOCIAL_NETWORKS.flatMap((network) => {
    const href = social[network]
    return href ? [{ href, name: NETWORK_NAMES[network] }] : []
  })
  if (ours.length === 0) return null
  return (
    <ul aria-label="Follow us" className="mt-4 flex flex-wrap gap-x-6">
      {ours.map(({ href, name }) => (
        <li key={name}>
          <a href={href} rel="me noopener" className={linkClass}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function QuickLinks() {
  return (
    <Column title="Quick links">
      <ul>
        {[...NAVIGATION, ...FOOTER_PAGES].map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={linkClass}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Column>
  )
}

function CustomerService({ settings }: SettingsProps) {
  const { freeShipping, returns, deliveryWithArea } = readPromises(settings)
  return (
    <Column title="Customer service">
      <ul>
        {SERVICE_PAGES.map(({ label, ...page }) => (
          <li key={label}>
            <Link {...page} className={linkClass}>
              {label}
            </Link>
          </li>
        ))}
        {POLICY_NAMES.map((name) => (
          <li key={name}>
            <Link to="/policies/$name" params={{ name }} className={linkClass}>
              {POLICY_TITLES[name]}
            </Link>
          </li>
        ))}
        <li className="py-1">{freeShipping}</li>
        {returns && <li className="py-1 first-letter:uppercase">{returns}</li>}
        <li className="py-1">Delivered in {deliveryWithArea}</li>
      </ul>
    </Column>
  )
}

function ContactBlock({ settings: { contact, hours } }: SettingsProps) {
  const [phone] = contact.phones
  const [mailbox] = contact.emails
  return (
    <Column title="The studio" className="max-sm:col-span-2">
      <address className="not-italic">
        <p className="py-1">{contact.address}</p>
        {phone && <p className="py-1 tabular-nums">{phone}</p>}
        {mailbox && <p className="py-1 [overflow-wrap:anywhere] max-lg:text-small">{mailbox.email}</p>}
      </address>
      {formatStudioHours(toStudioHours(hours).week).map((days) => (
        <p key={days} className="py-1">
          {days}
        </p>
      ))}
      <OfficialNumbers {...contact} />
    </Column>
  )
}

/** Legally required numbers of a food seller; the demo's are marked as samples. */
function OfficialNumbers({ fssai, gstin }: Pick<PublicSettings['contact'], 'fssai' | 'gstin'>) {
  return (
    <>
      {fssai && <p className="py-1 tabular-nums">FSSAI {registrationText(fssai)}</p>}
      {gstin && <p className="py-1 tabular-nums">GSTIN {registrationText(gstin)}</p>}
    </>
  )
}

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className="mb-3.5 text-[1.1rem] text-gold-300">{title}</h2>
      {children}
    </div>
  )
}
