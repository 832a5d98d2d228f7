import { formatPrice, paise, rupees } from '#src/core/money.ts'
import { PAYMENT_WINDOW_MINUTES } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'
import {
  checkReservationCooldown,
  type LimitContext,
  type LimitViolation,
  type UnpaidReservations,
} from './reservation-cooldown.ts'

/**
 * Limits of what unpaid orders reserve, in pieces and paise (docs/decisions/0021-reservation-limits.md). A
 * new customer has no packed order yet.
 */
export const RESERVATION_LIMITS = {
  openPayments: 3,
  firstTime: { pieces: 30, paise: 20_000_00 },
  known: { pieces: 300, paise: 1_50_000_00 },
  small: { pieces: 4, paise: 5_000_00 },
  /** A new customer's share of one product, with a minimum in pieces. */
  firstTimeShare: { part: 0.25, atLeast: 4 },
  smallShare: { part: 0.05, atLeast: 1 },
  networkShare: { part: 0.5, atLeast: 6 },
  /** A known customer's share once other unpaid orders reserve more than half of a product. */
  crowdedShare: { part: 0.5, atLeast: 4 },
  /** The share of each product reserved for known customers, rounded down. */
  shareForKnown: 0.25,
  /** Below this stock nothing is set aside if no other order reserves the product. */
  setAsideFromPieces: 8,
  /** Up to `roomy`, each new customer of a network has the full allowance, then a small one; none above `full`. */
  network: {
    roomy: { pieces: 60, paise: 40_000_00 },
    full: { pieces: 160, paise: 1_00_000_00 },
    unpaid: 3,
    startsAnHour: 300,
  },
  /** An IPv6 /48 may reserve this many times as much as one address. */
  wideFactor: 2,
  alarm: { part: 0.5, atLeast: 5, overAfterMinutes: 60 },
} as const

export type ProductReservations = {
  id: number
  name: string
  stock: number
  reserved: number
  own: number
  firstTime: number
  near: number
  wide: number
}

export type NetworkReservations = { pieces: number; paise: number; unpaid: number; paid: number; starts: number }

/**
 * The order already reserves its stock, so every figure of pieces and paise includes it. Its payment does not exist
 * yet: `openPayments`, `unpaid`, `paid` and `starts` count earlier ones.
 */
export type ReservationUsage = UnpaidReservations & {
  openPayments: number
  own: { pieces: number; paise: number }
  near: NetworkReservations | null
  wide: NetworkReservations | null
  shop: { firstTime: number; stock: number | null }
  products: ProductReservations[]
}

const ASK_US =
  'Please take fewer, or ask us: for one address you get a quotation, and for several people please write to us.'
const LATER = 'Please try again in a few minutes.'
const FEWER_OR_LATER = 'Please take fewer, or try again in a few minutes, when unpaid items become available.'
const BEFORE_PACKED = 'before we have packed your first order'
const FEW_MINUTES = 300
/** Unpaid orders of the last two hours count; half an hour later the limit may pass. */
const HALF_HOUR = 30 * 60

/** Explains why an order must not reserve its stock; undefined when it may. */
export function checkReservationLimits(
  usage: ReservationUsage,
  { now, factor }: LimitContext,
): LimitViolation | undefined {
  if (usage.openPayments >= RESERVATION_LIMITS.openPayments)
    return {
      message: `You have ${counted(RESERVATION_LIMITS.openPayments, 'unpaid order')}. Please pay or cancel one under My Orders, or wait ${counted(PAYMENT_WINDOW_MINUTES, 'minute')} before you start another.`,
      retryAfterSeconds: PAYMENT_WINDOW_MINUTES * 60,
    }
  const starts = checkStartRate(usage, factor)
  // Custom chocolates have no stock, and an admin has promised the pieces of a quotation.
  if (starts || usage.products.length === 0) return starts
  return (
    checkReservationCooldown(usage, { now, factor }) ??
    usage.products.map((product) => checkProductShare(product, usage, factor)).find(Boolean) ??
    checkTotals(usage, factor)
  )
}

const networksOf = ({ isKnown, near, wide }: ReservationUsage, factor: number) =>
  isKnown
    ? []
    : [
        { place: near, times: factor },
        { place: wide, times: factor * RESERVATION_LIMITS.wideFactor },
      ].flatMap(({ place, times }) => (place ? [{ place, times }] : []))

function checkStartRate(usage: ReservationUsage, factor: number): LimitViolation | undefined {
  const { startsAnHour } = RESERVATION_LIMITS.network
  const isOver = networksOf(usage, factor).some(({ place, times }) => place.starts >= startsAnHour * times)
  if (!isOver) return undefined
  return { message: `Too many payments were started from your network. ${LATER}`, retryAfterSeconds: FEW_MINUTES }
}

type Share = { part: number; atLeast: number }

const shareOf = ({ part, atLeast }: Share, pieces: number, factor: number) =>
  Math.max(atLeast * factor, Math.floor(Math.min(1, part * factor) * pieces))

function checkProductShare(
  product: ProductReservations,
  { isKnown }: ReservationUsage,
  factor: number,
): LimitViolation | undefined {
  const piecesFor = isKnown ? knownCustomerShare : newCustomerShare
  const { name, own } = product
  const allowed = piecesFor(product, factor)
  if (own <= allowed) return undefined
  if (allowed <= 0)
    return {
      message: `${name}: the rest is reserved for customers who are paying right now. ${LATER}`,
      retryAfterSeconds: FEW_MINUTES,
    }
  const alone = piecesFor({ ...product, reserved: own, firstTime: own, near: own, wide: own }, factor)
  if (own > alone) return { message: `You can order up to ${allowed} of ${name} ${BEFORE_PACKED}. ${ASK_US}` }
  return {
    message: `You can order up to ${allowed} of ${name} while others are paying for it. ${FEWER_OR_LATER}`,
    retryAfterSeconds: FEW_MINUTES,
  }
}

function knownCustomerShare({ stock, reserved, own }: ProductReservations, factor: number): number {
  const isCrowded = (reserved - own) * 2 > stock
  return isCrowded ? shareOf(RESERVATION_LIMITS.crowdedShare, stock - reserved + own, factor) : stock
}

function newCustomerShare(
  { stock, reserved, own, firstTime, near, wide }: ProductReservations,
  factor: number,
): number {
  const { firstTimeShare, smallShare, networkShare, shareForKnown, setAsideFromPieces, wideFactor } = RESERVATION_LIMITS
  const free = stock - reserved
  const others = firstTime - own
  const share = others * 2 > stock ? smallShare : firstTimeShare
  const inNetwork = (held: number, times: number) => shareOf(networkShare, free + held, times) - (held - own)
  const isSmallAndQuiet = reserved === own && stock < setAsideFromPieces
  // Relaxed limits set nothing aside.
  const setAside = isSmallAndQuiet ? 0 : Math.floor((shareForKnown / factor) * stock)
  return Math.min(
    shareOf(share, free + own, factor),
    stock - setAside - others,
    inNetwork(near, factor),
    inNetwork(wide, factor * wideFactor),
  )
}

function checkTotals(usage: ReservationUsage, factor: number): LimitViolation | undefined {
  const { own, isKnown } = usage
  const places = networksOf(usage, factor)
  const { full } = RESERVATION_LIMITS.network
  if (places.some(({ place, times }) => place.pieces > full.pieces * times || place.paise > full.paise * times))
    return {
      message: `Too many orders from your network are waiting for payment. ${LATER}`,
      retryAfterSeconds: FEW_MINUTES,
    }
  const alone = scaled(isKnown ? RESERVATION_LIMITS.known : RESERVATION_LIMITS.firstTime, factor)
  const allowed = isKnown ? alone : newCustomerTotals(usage, factor)
  const isOver = (what: keyof Sum, most: Sum) => own[what] > most[what] && (what === 'pieces' || own.pieces > 1)
  const what = (['pieces', 'paise'] as const).find((one) => isOver(one, allowed))
  if (!what) return undefined
  const amount =
    what === 'pieces' ? `${allowed.pieces} pieces` : `chocolate for up to ${formatPrice(rupees(paise(allowed.paise)))}`
  const order = `you can order ${what === 'pieces' ? 'up to ' : ''}${amount}`
  if (isOver(what, alone))
    return { message: `Y${order.slice(1)} ${isKnown ? 'before you pay' : BEFORE_PACKED}. ${ASK_US}` }
  return explainCrowding(usage, { order, factor })
}

function explainCrowding(
  usage: ReservationUsage,
  { order, factor }: { order: string; factor: number },
): LimitViolation {
  if (networksOf(usage, factor).some(isOftenUnpaid))
    return {
      message: `Several orders from your network were not paid in the last two hours, so ${order} as a new customer. Please take fewer, or try again later.`,
      retryAfterSeconds: HALF_HOUR,
    }
  const who = isShopCrowded(usage, factor) ? 'Many people' : 'Others in your network'
  return { message: `${who} are paying right now, so ${order}. ${FEWER_OR_LATER}`, retryAfterSeconds: FEW_MINUTES }
}

type Sum = { pieces: number; paise: number }
type Place = ReturnType<typeof networksOf>[number]

const scaled = ({ pieces, paise }: Sum, times: number): Sum => ({ pieces: pieces * times, paise: paise * times })

const isOftenUnpaid = ({ place, times }: Place) =>
  place.unpaid - 2 * place.paid > RESERVATION_LIMITS.network.unpaid * times

const isShopCrowded = ({ shop }: ReservationUsage, factor: number) =>
  shop.stock !== null && shop.firstTime > (shop.stock / 2) * factor

function newCustomerTotals(usage: ReservationUsage, factor: number): Sum {
  const { network, firstTime, small } = RESERVATION_LIMITS
  const isCrowded = isShopCrowded(usage, factor)
  const rooms = networksOf(usage, factor).map((one) =>
    isOftenUnpaid(one)
      ? { pieces: 0, paise: 0 }
      : {
          pieces: network.roomy.pieces * one.times - (one.place.pieces - usage.own.pieces),
          paise: network.roomy.paise * one.times - (one.place.paise - usage.own.paise),
        },
  )
  const roomFor = (what: keyof Sum) => {
    const least = small[what] * factor
    const room = isCrowded ? least : Math.min(firstTime[what] * factor, ...rooms.map((one) => one[what]))
    return Math.max(least, room)
  }
  return { pieces: roomFor('pieces'), paise: roomFor('paise') }
}
