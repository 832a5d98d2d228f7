import type { Diet } from './allergens.ts'
import type { ProductLabel } from './food-facts.contract.ts'

/** The mark of FSSAI: a green circle or a brown triangle in a square. It differs by shape, not by colour alone. */
export function DietMark({ diet }: { diet: Diet }) {
  // Not DIET_NAMES: the first script of a list would hold the names of all allergens too.
  const name = diet === 'veg' ? 'Vegetarian' : 'Non-vegetarian'
  return <span role="img" aria-label={name} className={`diet-mark ${diet}`} />
}

type LabelLineProps = {
  label: ProductLabel | undefined
  className: string
}

export function LabelLine({ label: { diet, net } = {}, className }: LabelLineProps) {
  if (!diet && !net) return null
  return (
    <span className={className}>
      {diet && <DietMark diet={diet} />}
      {net && ` ${net}`}
    </span>
  )
}
