import { formatPrice, paise, rupees } from '#src/core/money.ts'
import {
  checkReservationCooldown,
  type LimitContext,
  type LimitViolation,
  type UnpaidReservations,
} from './reservation-cooldown.ts'

/**
 * What unpaid orders may hold (docs/decisions/0021-bounded-holds-of-unpaid-orders.md has the arithmetic). A newcomer is an
 * account of which no paid order was packed yet; a small hold is what it has in a crowded network or shop. Money is paise.
 */
export const RESERVATION_LIMITS = {
  openPayments: 3,
  newcomer: { pieces: 30, paise: 20_000_00 },
  known: { pieces: 300, paise: 1_50_000_00 },
  small: { pieces: 4, paise: 5_000_00 },
  /** A newcomer's part of what is free of one product; at least so many pieces. */
  newcomerShare: { part: 0.25, atLeast: 4 },
  smallShare: { part: 0.05, atLeast: 1 },
  /** The same for all newcomers of one network. */
  networkShare: { part: 0.5, atLeast: 6 },
  /** A known customer's part, once other unpaid orders hold more than half of a product. */
  crowdedShare: { part: 0.5, atLeast: 4 },
  /** Newcomers leave this part of each product to known customers, rounded down. */
  keptForKnown: 0.25,
  /** Of a product that nobody else holds, and of which there are fewer, nothing is kept. */
  keptFromPieces: 8,
  /** All newcomers of one network: up to `roomy` each has a newcomer's hold, then a small one, and none above `full`. */
  network: {
    roomy: { pieces: 60, paise: 40_000_00 },
    full: { pieces: 160, paise: 1_00_000_00 },
    /** Orders that ended unpaid in the last two hours, less two for each that was paid: more make the network crowded. */
    unpaid: 3,
    /** Payments that newcomers started within an hour and have not paid. */
    startsAnHour: 300,
  },
  /** A /48 of IPv6 has so many times as much as one address. */
  wideFactor: 2,
  /** The admins are told when unpaid orders hold more than this part of a product or of the shop, and so many pieces. */
  alarm: { part: 0.5, atLeast: 5, overAfterMinutes: 60 },
} as const

/** One product of the order, as all holds are now: the account's own include this order's. */
export type ProductReservations = {
  id: number
  name: string
  stock: number
  reserved: number
  own: number
  newcomers: number
  near: number
  wide: number
}

/** What one network's newcomers hold, and how their payments went. */
export type NetworkReservations = { pieces: number; paise: number; unpaid: number; paid: number; starts: number }

export type ReservationUsage = UnpaidReservations & {
  openPayments: number
  own: { pieces: number; paise: number }
  near: NetworkReservations | null
  wide: NetworkReservations | null
  /** Pieces: what all newcomers hold of the shop, and the shop's stock, where that may be little beside it. */
  shop: { newcomers: number; stock: number | null }
  products: ProductReservations[]
}

const ASK_US = 'Please take fewer, or ask us for a quotation: we gladly make larger orders ready for you.'
const LATER = 'Please try again in a few minutes.'
const FEWER_OR_LATER =
  'Please take fewer, or try again in a few minutes: pieces that are not paid for become free then.'
const BEFORE_PACKED = 'before we have packed your first order'
const FEW_MINUTES = 300
const WINDOW = 15 * 60
/** A network is judged by two hours: half an hour later it may have been paid for, or be forgotten. */
const HALF_HOUR = 30 * 60

/** Why an order may not hold what it has just reserved; undefined when it may. The account's own holds include it. */
export function checkReservationLimits(
  holds: ReservationUsage,
  { now, factor }: LimitContext,
): LimitViolation | undefined {
  if (holds.openPayments >= RESERVATION_LIMITS.openPayments)
    return {
      message: 'You have three unpaid orders. Please pay or wait 15 minutes before you start another.',
      retryAfterSeconds: WINDOW,
    }
  const starts = refusedStart(holds, factor)
  // An order of nothing but custom chocolates takes nothing from the shelf.
  if (starts || holds.products.length === 0) return starts
  return (
    checkReservationCooldown(holds, { now, factor }) ??
    holds.products.map((product) => refusedProduct(product, holds, factor)).find(Boolean) ??
    refusedSum(holds, factor)
  )
}

const placesOf = ({ isKnown, near, wide }: ReservationUsage, factor: number) =>
  isKnown
    ? []
    : [
        { place: near, times: factor },
        { place: wide, times: factor * RESERVATION_LIMITS.wideFactor },
      ].flatMap(({ place, times }) => (place ? [{ place, times }] : []))

function refusedStart(holds: ReservationUsage, factor: number): LimitViolation | undefined {
  const { startsAnHour } = RESERVATION_LIMITS.network
  const isOver = placesOf(holds, factor).some(({ place, times }) => place.starts >= startsAnHour * times)
  if (!isOver) return undefined
  return { message: `Very many payments were started from your network. ${LATER}`, retryAfterSeconds: FEW_MINUTES }
}

type Share = { part: number; atLeast: number }

const shareOf = ({ part, atLeast }: Share, pieces: number, factor: number) =>
  Math.max(atLeast * factor, Math.floor(Math.min(1, part * factor) * pieces))

/** Of one product an account may hold a part of what is free, so that nobody sells it out without paying. */
function refusedProduct(
  product: ProductReservations,
  { isKnown }: ReservationUsage,
  factor: number,
): LimitViolation | undefined {
  const piecesFor = isKnown ? knownPieces : newcomerPieces
  const { name, own } = product
  const allowed = piecesFor(product, factor)
  if (own <= allowed) return undefined
  if (allowed <= 0)
    return {
      message: `${name}: what is left is held for others who are paying right now. ${LATER}`,
      retryAfterSeconds: FEW_MINUTES,
    }
  const alone = piecesFor({ ...product, reserved: own, newcomers: own, near: own, wide: own }, factor)
  if (own > alone) return { message: `You can order up to ${allowed} of ${name} ${BEFORE_PACKED}. ${ASK_US}` }
  return {
    message: `You can order up to ${allowed} of ${name} while others are paying for it. ${FEWER_OR_LATER}`,
    retryAfterSeconds: FEW_MINUTES,
  }
}

function knownPieces({ stock, reserved, own }: ProductReservations, factor: number): number {
  const isCrowded = (reserved - own) * 2 > stock
  return isCrowded ? shareOf(RESERVATION_LIMITS.crowdedShare, stock - reserved + own, factor) : stock
}

function newcomerPieces({ stock, reserved, own, newcomers, near, wide }: ProductReservations, factor: number): number {
  const { newcomerShare, smallShare, networkShare, keptForKnown, keptFromPieces, wideFactor } = RESERVATION_LIMITS
  const free = stock - reserved
  const others = newcomers - own
  const share = others * 2 > stock ? smallShare : newcomerShare
  const inNetwork = (held: number, times: number) => shareOf(networkShare, free + held, times) - (held - own)
  const isSmallAndQuiet = reserved === own && stock < keptFromPieces
  // Relaxed limits keep nothing.
  const kept = isSmallAndQuiet ? 0 : Math.floor((keptForKnown / factor) * stock)
  return Math.min(
    shareOf(share, free + own, factor),
    stock - kept - others,
    inNetwork(near, factor),
    inNetwork(wide, factor * wideFactor),
  )
}

/** All that the account holds, in pieces and in money. */
function refusedSum(holds: ReservationUsage, factor: number): LimitViolation | undefined {
  const { own, isKnown } = holds
  const places = placesOf(holds, factor)
  const { full } = RESERVATION_LIMITS.network
  if (places.some(({ place, times }) => place.pieces > full.pieces * times || place.paise > full.paise * times))
    return {
      message: `Very many orders from your network wait for their payment. ${LATER}`,
      retryAfterSeconds: FEW_MINUTES,
    }
  const alone = scaled(isKnown ? RESERVATION_LIMITS.known : RESERVATION_LIMITS.newcomer, factor)
  const allowed = isKnown ? alone : newcomerSum(holds, factor)
  const isOver = (what: keyof Sum, most: Sum) => own[what] > most[what] && (what === 'pieces' || own.pieces > 1)
  const what = (['pieces', 'paise'] as const).find((one) => isOver(one, allowed))
  if (!what) return undefined
  const amount =
    what === 'pieces' ? `${allowed.pieces} pieces` : `chocolate for up to ${formatPrice(rupees(paise(allowed.paise)))}`
  const order = `you can order ${what === 'pieces' ? 'up to ' : ''}${amount}`
  if (isOver(what, alone))
    return { message: `Y${order.slice(1)} ${isKnown ? 'before you pay' : BEFORE_PACKED}. ${ASK_US}` }
  return refusedCrowd(holds, { order, factor })
}

/** Not the order is too large, but others hold much: why, and that it will pass. */
function refusedCrowd(holds: ReservationUsage, { order, factor }: { order: string; factor: number }): LimitViolation {
  if (placesOf(holds, factor).some(isOftenUnpaid))
    return {
      message: `Several orders from your network were not paid in the last two hours, so ${order} as a new customer. Please take fewer, or try again later.`,
      retryAfterSeconds: HALF_HOUR,
    }
  const who = isShopCrowded(holds, factor) ? 'Many people' : 'Others in your network'
  return { message: `${who} are paying right now, so ${order}. ${FEWER_OR_LATER}`, retryAfterSeconds: FEW_MINUTES }
}

type Sum = { pieces: number; paise: number }
type Place = ReturnType<typeof placesOf>[number]

const scaled = ({ pieces, paise }: Sum, times: number): Sum => ({ pieces: pieces * times, paise: paise * times })

const isOftenUnpaid = ({ place, times }: Place) =>
  place.unpaid - 2 * place.paid > RESERVATION_LIMITS.network.unpaid * times

const isShopCrowded = ({ shop }: ReservationUsage, factor: number) =>
  shop.stock !== null && shop.newcomers > (shop.stock / 2) * factor

/** What is left of the network's room, at least a small hold and at most a newcomer's. */
function newcomerSum(holds: ReservationUsage, factor: number): Sum {
  const { network, newcomer, small } = RESERVATION_LIMITS
  const isCrowded = isShopCrowded(holds, factor)
  const rooms = placesOf(holds, factor).map((one) =>
    isOftenUnpaid(one)
      ? { pieces: 0, paise: 0 }
      : {
          pieces: network.roomy.pieces * one.times - (one.place.pieces - holds.own.pieces),
          paise: network.roomy.paise * one.times - (one.place.paise - holds.own.paise),
        },
  )
  const roomFor = (what: keyof Sum) => {
    const least = small[what] * factor
    const room = isCrowded ? least : Math.min(newcomer[what] * factor, ...rooms.map((one) => one[what]))
    return Math.max(least, room)
  }
  return { pieces: roomFor('pieces'), paise: roomFor('paise') }
}
