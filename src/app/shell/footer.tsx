import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SHOP_EMAILS, SHOP_PHONES } from '#src/core/shop-contact.ts'
import {
  EXPECTED_DELIVERY,
  FREE_SHIPPING_CLAIM,
  RETURN_POLICY,
  SHOP_NAME,
  STUDIO_ADDRESS,
  STUDIO_HOURS,
} from '#src/core/shop-policy.ts'
import { MORE_PAGES, NAVIGATION } from './navigation.ts'

const linkClass = 'inline-block py-2.5 lg:py-1 transition-colors duration-150 ease-house hover:text-gold-300'

export function Footer() {
  return (
    <footer className="on-dark bg-cocoa-950 pt-16 pb-8 text-[0.9375rem] text-on-dark-muted">
      <div className="wrap">
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-[1.7fr_1fr_1fr_1.2fr] lg:gap-12">
          <AboutTheHouse />
          <QuickLinks />
          <CustomerService />
          <ContactBlock />
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

function AboutTheHouse() {
  return (
    <div className="max-sm:col-span-2">
      <img src="/logo-light.svg" alt={SHOP_NAME} width={236} height={48} loading="lazy" className="mb-5 h-12 w-auto" />
      <p className="max-w-[34ch]">
        Handcrafted chocolates from Hyderabad, the city that gave the world its diamonds and its pearls.
      </p>
    </div>
  )
}

function QuickLinks() {
  return (
    <Column title="Quick links">
      <ul>
        {[...NAVIGATION, ...MORE_PAGES].map(({ to, label }) => (
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

function CustomerService() {
  return (
    <Column title="Customer service">
      <ul>
        <li>
          <Link to="/orders" className={linkClass}>
            Your orders
          </Link>
        </li>
        <li>
          <Link to="/cart" className={linkClass}>
            Your cart
          </Link>
        </li>
        <li>
          <Link to="/about" hash="privacy" className={linkClass}>
            Privacy
          </Link>
        </li>
        <li className="py-1">{FREE_SHIPPING_CLAIM}</li>
        <li className="py-1 first-letter:uppercase">{RETURN_POLICY}</li>
        <li className="py-1">Delivered in {EXPECTED_DELIVERY}</li>
      </ul>
    </Column>
  )
}

function ContactBlock() {
  return (
    <Column title="The studio">
      <address className="not-italic">
        <p className="py-1">{STUDIO_ADDRESS}</p>
        <p className="py-1 tabular-nums">{SHOP_PHONES[0]}</p>
        <p className="py-1 max-lg:text-small">{SHOP_EMAILS[0].email}</p>
      </address>
      {STUDIO_HOURS.map((hours) => (
        <p key={hours} className="py-1">
          {hours}
        </p>
      ))}
    </Column>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-3.5 text-[1.1rem] text-gold-300">{title}</h2>
      {children}
    </div>
  )
}
