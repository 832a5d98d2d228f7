import { type ReactNode, useId } from 'react'
import { registrationText } from '#src/core/shop-contact.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { DietMark } from '#src/features/catalog/food/diet-mark.tsx'
import { allergenStatement, dietText, priceFactsText, shelfLifeText } from '#src/features/catalog/food/facts-text.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import type { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { PriceTierTable } from '#src/features/catalog/tiers/price-tier-table.tsx'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { Picture } from '#src/ui/picture.tsx'
import { NutritionTable } from './nutrition-table.tsx'

type FactsProps = { product: ProductDetail }

/** Directly under the price: MRP, net quantity and unit sale price, and the price tiers. */
export function PriceFacts({ product }: FactsProps) {
  const { price, facts, tiers } = product
  return (
    <div className="-mt-3 grid gap-5">
      <p className="text-cocoa-600 text-small tabular-nums empty:hidden">{priceFactsText(price, facts)}</p>
      {tiers && <PriceTierTable product={product} />}
    </div>
  )
}

export function FoodFactsSection({ product: { name, facts } }: FactsProps) {
  const { nutrition, net, serveGrams, storage, shelfLifeDays, labelPicture } = facts
  const keeping = { Storage: storage, 'Shelf life': shelfLifeDays && shelfLifeText(shelfLifeDays) }
  return (
    <div className="wrap pb-16 sm:pb-24">
      <div className="grid items-start gap-x-16 gap-y-10 border-line border-t pt-10 sm:pt-14 lg:grid-cols-[1.12fr_1fr]">
        <div className="grid gap-10">
          <Block title="What is in it" rows={contentsOf(facts)} />
          <Block title="How to keep it" rows={keeping} />
          <Manufacturer origin={facts.origin} />
        </div>
        <div className="grid gap-10">
          {nutrition && (
            <NutritionTable nutrition={nutrition} unit={net?.unit === 'ml' ? 'ml' : 'g'} serving={serveGrams} />
          )}
          {labelPicture && <LabelPicture src={labelPicture} name={name} />}
        </div>
      </div>
    </div>
  )
}

/** Unknown facts have no row; a block without rows is left out. */
function Block({ title, rows }: { title: string; rows: Record<string, ReactNode> }) {
  const id = useId()
  const known = Object.entries(rows).filter(([, fact]) => fact)
  if (known.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-heading">
        {title}
      </h2>
      <dl className="divide-y divide-line border-line border-y text-[0.9375rem] *:grid *:gap-x-6 *:py-3 sm:*:grid-cols-[9rem_1fr] [&_dd]:[overflow-wrap:anywhere] [&_dt]:font-semibold">
        {known.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function contentsOf(facts: FoodFacts): Record<string, ReactNode> {
  const { genericName, diet, ingredients, cacaoPercent } = facts
  const dietWords = dietText(facts)
  return {
    'Kind of food': genericName,
    Diet: dietWords && (
      <>
        <span aria-hidden="true">{diet && <DietMark diet={diet} />} </span>
        {dietWords}
      </>
    ),
    Ingredients: ingredients,
    Allergens: <strong>{allergenStatement(facts)}</strong>,
    Cacao: cacaoPercent !== undefined && `${cacaoPercent}%`,
  }
}

function Manufacturer({ origin }: Pick<FoodFacts, 'origin'>) {
  const { contact, tax } = usePublicSettings()
  const { address, phones, emails, fssai } = contact
  const rows = {
    'Country of origin': origin,
    'Made by': `${tax.legalName || SHOP_NAME}, ${address}`,
    'FSSAI licence': fssai && registrationText(fssai),
    'Customer care': [...phones.slice(0, 1), ...emails.slice(0, 1).map(({ email }) => email)].join(', '),
  }
  return <Block title="Who makes it" rows={rows} />
}

function LabelPicture({ src, name }: { src: string; name: string }) {
  return (
    <figure className="max-w-60">
      <a href={src} className="block border border-line bg-white">
        <Picture src={src} alt={`The label of ${name}`} width={240} height={240} className="w-full object-contain" />
      </a>
      <figcaption className="mt-2 text-cocoa-600 text-small">The label, to read in full</figcaption>
    </figure>
  )
}
