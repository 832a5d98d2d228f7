import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { formatFullDay, shopDay } from '#src/core/dates.ts'
import { formatClock } from '#src/core/delivery/studio-hours.ts'
import { formatPrice } from '#src/core/money.ts'
import { freeShippingText, SHOP_NAME } from '#src/core/shop-policy.ts'
import { POLICY_NAMES, POLICY_TITLES, type PolicyName } from '#src/features/settings/setting-names.ts'
import type { PublicPolicy } from '#src/features/settings/settings.contract.ts'
import { usePromises, usePublicSettings, useShippingRule } from '#src/features/settings/settings.queries.ts'
import { DiamondListItem } from '#src/ui/diamond-mark.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { policyQuery } from './policies.queries.ts'
import { type PolicyBlock, parsePolicyText } from './policy-text.ts'

export const Route = createFileRoute('/policies/$name')({
  staticData: { canonical: 'own' },
  validateSearch: ({ version }: Record<string, unknown>): { version?: unknown } => ({ version }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    (await import('./load-policy-page.ts')).loadPolicy(context.queryClient, params.name, deps.version),
  head: ({ loaderData }) => loaderData ?? {},
  component: PolicyPage,
})

function PolicyPage() {
  const { name, version } = Route.useLoaderData()
  const { data: policy } = useSuspenseQuery(policyQuery(name, version))
  return (
    <main className="wrap grid gap-10 py-10 sm:py-16 lg:grid-cols-[13rem_minmax(0,1fr)_18rem] lg:gap-14">
      <Others shown={name} />
      <article className="max-w-[68ch]">
        <p className="eyebrow text-gold-700">Policies</p>
        <h1 className="mt-3 text-title">{POLICY_TITLES[name]}</h1>
        {!policy.isCurrent && <EarlierVersion policy={policy} />}
        {name === 'shipping' && policy.isCurrent && <ShippingFacts />}
        <div className="mt-8 grid gap-4">
          {parsePolicyText(policy.text).map((part, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which have no other name.
            <Part key={nth} part={part} />
          ))}
        </div>
        {policy.isCurrent && policy.changedAt && (
          <p className="mt-10 border-line border-t pt-4 text-cocoa-500 text-meta">
            Version {policy.version + 1}, of {formatFullDay(shopDay(new Date(policy.changedAt)))}. Your order keeps the
            version that it was placed under.
          </p>
        )}
      </article>
      <Seller />
    </main>
  )
}

function EarlierVersion({ policy: { name, version, changedAt } }: { policy: PublicPolicy }) {
  const since = changedAt ? `, of ${formatFullDay(shopDay(new Date(changedAt)))}` : ''
  return (
    <p className="mt-6 border-gold-500 border-l-2 pl-4">
      {`This is version ${version + 1}${since}. It applies to orders that were placed under it. `}
      <Link to="/policies/$name" params={{ name }} className="underline underline-offset-4">
        Read the current version
      </Link>
    </p>
  )
}

function Others({ shown }: { shown: PolicyName }) {
  const link =
    'flex min-h-11 items-center border-line-strong px-3 text-small max-lg:rounded-control max-lg:border lg:border-l-2 lg:px-4 aria-[current]:border-gold-500 aria-[current]:bg-white aria-[current]:font-semibold hover:bg-white'
  return (
    <nav aria-label="Policies" className="max-lg:order-last">
      <ul className="flex flex-wrap gap-2 lg:grid lg:gap-0">
        {POLICY_NAMES.map((name) => (
          <li key={name}>
            <Link
              to="/policies/$name"
              params={{ name }}
              className={link}
              aria-current={name === shown ? 'page' : undefined}
            >
              {POLICY_TITLES[name]}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/about" hash="privacy" className={link}>
            Privacy
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function Part({ part }: { part: PolicyBlock }) {
  if (part.kind !== 'list')
    return part.kind === 'heading' ? <h2 className="mt-5 text-heading">{part.text}</h2> : <p>{part.text}</p>
  return (
    <ul className="grid gap-2">
      {part.entries.map((entry) => (
        <DiamondListItem key={entry}>{entry}</DiamondListItem>
      ))}
    </ul>
  )
}

const priceText = (fee: number) => (fee === 0 ? 'Free' : formatPrice(fee))

/** From the settings that checkout uses, so that text and price agree. */
function ShippingFacts() {
  const rule = useShippingRule()
  const { deliveryWithArea } = usePromises()
  const { shipping, delivery: places, pickup, sameDay } = usePublicSettings()
  const { freeFrom, fee } = shipping
  const isFree = rule.fee === 0 || rule.freeFrom === 0
  const facts = [
    { name: 'Shipping', value: isFree ? 'Free' : formatPrice(fee) },
    ...(isFree ? [] : [{ name: freeShippingText(rule), value: `from ${formatPrice(freeFrom)}` }]),
    ...(places.hasZonePrices ? [{ name: 'Some places have a price of their own', value: 'shown before you pay' }] : []),
    { name: 'Delivered in', value: deliveryWithArea },
    ...(sameDay
      ? [{ name: `Same day, for orders until ${formatClock(sameDay.cutOff)}`, value: priceText(sameDay.fee) }]
      : []),
    ...(pickup ? [{ name: 'Pickup at the studio', value: priceText(pickup.fee) }] : []),
  ]
  return (
    <dl className="mt-8 grid border-line border-t">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 border-line border-b py-3">
          <dt>{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Seller and grievance officer (E-Commerce Rules, 2020). */
function Seller() {
  const { contact, tax } = usePublicSettings()
  const { grievanceOfficer: officer } = contact
  const facts = [
    { name: 'Seller', value: tax.legalName || SHOP_NAME },
    { name: 'Address', value: contact.address },
    { name: 'Telephone', value: contact.phones.join(', ') },
    { name: 'E-mail', value: contact.emails.map(({ email }) => email).join(', ') },
    { name: 'FSSAI licence', value: contact.fssai },
    {
      name: 'Grievance officer',
      value: [officer.name, officer.designation, officer.email, officer.phone].filter(Boolean).join(', '),
    },
  ].filter(({ value }) => value !== '')
  return (
    <aside aria-labelledby="seller" className="grid content-start gap-4 self-start bg-ivory p-6 cut cut-18">
      <h2 id="seller" className="text-heading">
        Who you buy from
      </h2>
      <dl className="grid gap-2.5 text-small">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-cocoa-500 text-meta">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link to="/contact" className={buttonClass({ variant: 'link' })}>
          Write to us
        </Link>
      </p>
    </aside>
  )
}
