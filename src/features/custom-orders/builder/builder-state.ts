import {
  CONCENTRATION,
  type Composition,
  type Flavor,
  INGREDIENTS,
  type Ingredient,
  type Occasion,
  type Packaging,
  type Shape,
} from '#src/features/custom-orders/custom-order-options.ts'
import { neededByProblem } from '#src/features/custom-orders/needed-by/needed-by.ts'

export type BuilderState = {
  flavor: Flavor | ''
  concentration: number
  name: string
  ingredients: readonly Ingredient[]
  occasion: Occasion | ''
  shape: Shape | ''
  packaging: Packaging | ''
  message: string
  quantity: number
  neededBy: string
  customerMobile: string
  customerEmail: string
}

export type BuilderTabProps = {
  draft: BuilderState
  change: (part: Partial<BuilderState>) => void
  refused?: Readonly<Record<string, string>>
}

export const INITIAL_BUILDER_STATE: BuilderState = {
  flavor: '',
  concentration: CONCENTRATION.default,
  name: '',
  ingredients: [],
  occasion: '',
  shape: '',
  packaging: '',
  message: '',
  quantity: 1,
  neededBy: '',
  customerMobile: '',
  customerEmail: '',
}

export type CompleteBuilderState = BuilderState & { flavor: Flavor; shape: Shape; packaging: Packaging }

export const CONTACT_MISSING = 'Please provide your mobile number and email address.'
export const SELECTIONS_MISSING = 'Please complete all required fields: flavor, shape, and packaging.'

export function hasRequiredFields({ flavor, shape, packaging, customerMobile, customerEmail }: BuilderState): boolean {
  return [flavor, shape, packaging, customerMobile, customerEmail].every((value) => value !== '')
}

/** Returns undefined when nothing is missing; whitespace counts as empty. */
export function missingFieldsMessage(draft: BuilderState): string | undefined {
  if (draft.customerMobile.trim() === '' || draft.customerEmail.trim() === '') return CONTACT_MISSING
  return hasComposition(draft) ? undefined : SELECTIONS_MISSING
}

/** Explains a day that no chocolate can be needed by. */
export function wrongDayMessage({ neededBy }: BuilderState, now: Date): string | undefined {
  return neededBy === '' ? undefined : neededByProblem(neededBy, now)
}

export function hasComposition(draft: BuilderState): draft is CompleteBuilderState {
  return draft.flavor !== '' && draft.shape !== '' && draft.packaging !== ''
}

export function toComposition(draft: BuilderState): Composition | undefined {
  return hasComposition(draft) ? draft : undefined
}

export function toggleIngredient(chosen: readonly Ingredient[], toggled: Ingredient): Ingredient[] {
  return INGREDIENTS.filter((id) => chosen.includes(id) !== (id === toggled))
}
