import { canSupply, type GstMode, type IndianState, resolveSupplyType, STATE_CODES } from '#src/core/gst.ts'

/** The states and union territories of India by their names in GST law, in the order of their codes. */
export const INDIAN_STATES = Object.keys(STATE_CODES) as readonly IndianState[]

/** What the form's select offers first; its last option, 'Other', opens the list of all others. */
export const MAIN_STATES = [
  'Telangana',
  'Andhra Pradesh',
  'Karnataka',
  'Tamil Nadu',
] as const satisfies readonly IndianState[]
export const OTHER_STATES = INDIAN_STATES.filter((state) => !MAIN_STATES.some((main) => main === state))

/** What of the shop's registration decides where it may send. */
export type GstRegistration = { mode: GstMode; homeState: IndianState }

/** Whether the shop sends to its own state alone. Said without a word of tax: it is no matter of the shopper's. */
export function shipsWithinStateOnly({ mode }: GstRegistration): boolean {
  return !canSupply(mode, 'inter')
}

/** Why no order for this state is taken; undefined where it is. */
export function explainUndeliverableState(state: IndianState, sender: GstRegistration): string | undefined {
  const { mode, homeState } = sender
  if (canSupply(mode, resolveSupplyType(state, homeState))) return undefined
  return `We deliver inside ${homeState} only at the moment. Please choose an address there.`
}

/** What the form says above its only state. */
export function withinStateOnlyText({ homeState }: GstRegistration): string {
  return `We deliver inside ${homeState} only at the moment.`
}
