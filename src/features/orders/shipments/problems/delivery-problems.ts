import { hasLeft, type ScanState } from '#src/features/couriers/shipment-states.ts'

/** What an admin must know about a parcel until it is over or noted; couriers speak of NDR and RTO. */
export const DELIVERY_PROBLEMS = [
  'unconfirmed',
  'booked-late',
  'cancelled',
  'undelivered',
  'returning',
  'returned',
  'lost',
  'still-booked',
  'sent-anyway',
  'delivered-anyway',
] as const
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number]

type Texts = { title: string; what: string; advice: string }

export const DELIVERY_PROBLEM_TEXTS: Record<DeliveryProblem, Texts> = {
  unconfirmed: {
    title: 'Booking not confirmed',
    what: 'The courier was asked to book a parcel, and no AWB has come.',
    advice: 'Please book it again: a parcel that is booked already keeps its AWB. Or give up the booking.',
  },
  'booked-late': {
    title: 'Booked and not needed',
    what: 'The courier booked the parcel after its booking was given up, or after it was shipped by hand.',
    advice: 'Please cancel it, here or in your account at the courier, or the courier collects and charges it.',
  },
  cancelled: {
    title: 'Cancelled by the courier',
    what: 'The courier cancelled the booking before it collected the parcel.',
    advice: 'The parcel is still here. Please book it again, or ship it by hand.',
  },
  undelivered: {
    title: 'Not delivered',
    what: 'The courier tried to deliver it and could not.',
    advice:
      'Please ask the customer for the right address or time, and tell the courier before it sends the parcel back.',
  },
  returning: {
    title: 'On its way back',
    what: 'The courier gave up and is bringing the parcel back.',
    advice: 'Please agree with the customer on a second parcel or a refund.',
  },
  returned: {
    title: 'Back at the studio',
    what: 'The courier has brought the parcel back.',
    advice: 'Close its booking, then send the parcel again or cancel the order.',
  },
  lost: {
    title: 'Lost or damaged',
    what: 'The courier reports the parcel as lost or damaged.',
    advice: 'Claim it from the courier, and agree with the customer on a replacement or a refund.',
  },
  'still-booked': {
    title: 'Cancelled, still booked',
    what: 'The order is cancelled, and its parcel is still booked.',
    advice: 'Please cancel the booking before the courier collects the parcel.',
  },
  'sent-anyway': {
    title: 'Sent all the same',
    what: 'The order or this booking was cancelled, and the courier is bringing the parcel all the same.',
    advice: 'Please ask the courier to bring it back. The order does not follow this parcel.',
  },
  'delivered-anyway': {
    title: 'Delivered all the same',
    what: 'The order or this booking was cancelled, and the courier delivered the parcel all the same.',
    advice:
      'Please agree with the customer on what it costs, or ask the courier why. The order does not follow this parcel.',
  },
}

const TROUBLE_STATES = ['undelivered', 'returning', 'returned', 'lost'] as const

/** The problem that a scan reports by itself. */
export const findTrouble = (state: ScanState): DeliveryProblem | undefined =>
  TROUBLE_STATES.find((one) => one === state)

type Parcel = { state: ScanState; isEnded: boolean; isOrderCancelled: boolean }

/** Names what is wrong with a parcel by its latest scan. Of a booking that is over, only one that goes on is wrong. */
export function findDeliveryProblem({ state, isEnded, isOrderCancelled }: Parcel): DeliveryProblem | null {
  if (state === 'lost') return 'lost'
  if (!isEnded && (state === 'returned' || !isOrderCancelled)) return findTrouble(state) ?? null
  if (state === 'delivered') return 'delivered-anyway'
  if (!hasLeft(state)) return isEnded ? null : 'still-booked'
  return state === 'returned' ? null : 'sent-anyway'
}
