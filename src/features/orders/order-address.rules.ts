import { type GstMode, type IndianState, maySupply, STATE_CODES, supplyTo } from '#src/core/gst.ts'

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
export type Sender = { mode: GstMode; homeState: IndianState }

/** Whether the shop sends to its own state alone. Said without a word of tax: it is no matter of the shopper's. */
export function sendsInsideOnly({ mode }: Sender): boolean {
  return !maySupply(mode, 'inter')
}

/** Why no order for this state is taken; undefined where it is. */
export function refusedState(state: IndianState, sender: Sender): string | undefined {
  const { mode, homeState } = sender
  if (maySupply(mode, supplyTo(state, homeState))) return undefined
  return `We deliver inside ${homeState} only at the moment. Please choose an address there.`
}

/** What the form says above its only state. */
export function insideOnlyText({ homeState }: Sender): string {
  return `We deliver inside ${homeState} only at the moment.`
}
