import {
  CONCENTRATION,
  type Composition,
  type Flavor,
  INGREDIENTS,
  type Ingredient,
  type Occasion,
  type Packaging,
  type Shape,
} from './custom-orders.rules.ts'

/** What the builder holds while somebody composes; empty is not chosen yet. */
export type Draft = {
  flavor: Flavor | ''
  concentration: number
  name: string
  ingredients: readonly Ingredient[]
  occasion: Occasion | ''
  shape: Shape | ''
  packaging: Packaging | ''
  message: string
  quantity: number
  customerMobile: string
  customerEmail: string
}

/** What a part of the builder gets: the draft, and how to change some of it. */
export type DraftProps = { draft: Draft; change: (part: Partial<Draft>) => void }

export const EMPTY_DRAFT: Draft = {
  flavor: '',
  concentration: CONCENTRATION.default,
  name: '',
  ingredients: [],
  occasion: '',
  shape: '',
  packaging: '',
  message: '',
  quantity: 1,
  customerMobile: '',
  customerEmail: '',
}

/** A draft with everything that an order needs. */
export type CompleteDraft = Draft & { flavor: Flavor; shape: Shape; packaging: Packaging }

export const CONTACT_MISSING = 'Please provide your mobile number and email address.'
export const SELECTIONS_MISSING = 'Please complete all required fields: flavor, shape, and packaging.'

/** Whether the button may be pressed: something stands in every required field. */
export function isFilled({ flavor, shape, packaging, customerMobile, customerEmail }: Draft): boolean {
  return [flavor, shape, packaging, customerMobile, customerEmail].every((value) => value !== '')
}

/** What to say when a draft cannot be sent yet; blanks are no answer. Undefined when nothing is missing. */
export function whatIsMissing(draft: Draft): string | undefined {
  if (draft.customerMobile.trim() === '' || draft.customerEmail.trim() === '') return CONTACT_MISSING
  return isComposed(draft) ? undefined : SELECTIONS_MISSING
}

export function isComposed(draft: Draft): draft is CompleteDraft {
  return draft.flavor !== '' && draft.shape !== '' && draft.packaging !== ''
}

/** The composition to be priced, once its parts are chosen. */
export function compositionOf(draft: Draft): Composition | undefined {
  return isComposed(draft) ? draft : undefined
}

/** Chosen becomes not chosen and the other way round; always in the order of the list. */
export function withToggled(chosen: readonly Ingredient[], toggled: Ingredient): Ingredient[] {
  return INGREDIENTS.filter((id) => chosen.includes(id) !== (id === toggled))
}
