import { formatPrice, paise, rupees } from '#src/core/money.ts'

/**
 * What unpaid orders may hold (docs/decisions/0021-bounded-holds-of-unpaid-orders.md has the arithmetic). A newcomer is an
 * account without a paid order; a small hold is what a newcomer has in a crowded network or a crowded shop. Money is paise.
 */
export const HOLD_LIMITS = {
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
  /** How long two and more unpaid orders may hold pieces before the account has to wait; each further window doubles the wait. */
  unpaidMinutes: { newcomer: 30, known: 60 },
  /** However long a number that was typed has kept them: who errs with it once need not wait for hours. */
  longestCountedMinutes: 30,
  firstWaitMinutes: 15,
  longestWaitMinutes: 24 * 60,
  /** The admins are told when unpaid orders hold more than this part of a product or of the shop, and so many pieces. */
  alarm: { part: 0.5, atLeast: 5, overAfterMinutes: 60 },
} as const

/** One product of the order, as all holds are now: the account's own include this order's. */
export type ProductHolds = {
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
export type NetworkHolds = { pieces: number; paise: number; unpaid: number; paid: number; starts: number }

export type Holds = {
  isKnown: boolean
  openPayments: number
  own: { pieces: number; paise: number }
  /** Orders of the last day that held pieces and ended unpaid, since the last paid one, and how long they held them. */
  unpaidOrders: number
  unpaidMinutes: number
  lastUnpaidEnd: Date | null
  near: NetworkHolds | null
  wide: NetworkHolds | null
  /** Pieces: what all newcomers hold of the shop, and the shop's stock, where that may be little beside it. */
  shop: { newcomers: number; stock: number | null }
  products: ProductHolds[]
}

export type HoldRefusal = { message: string; retryAfterSeconds?: number }

type Judging = { now: Date /** How many times as much as the figures say may be held here. */; factor: number }

const ASK_US = 'Please take fewer, or ask us for a quotation: we gladly make larger orders ready for you.'
const LATER = 'Please try again in a few minutes.'
const FEW_MINUTES = 300

/** Why an order may not hold what it has just reserved; undefined when it may. The account's own holds include it. */
export function refusedHold(holds: Holds, { now, factor }: Judging): HoldRefusal | undefined {
  if (holds.openPayments >= HOLD_LIMITS.openPayments)
    return { message: 'You have three unpaid orders. Please pay or wait 15 minutes before you start another.' }
  const starts = refusedStart(holds, factor)
  // An order of nothing but custom chocolates takes nothing from the shelf.
  if (starts || holds.products.length === 0) return starts
  return (
    refusedWait(holds, { now, factor }) ??
    holds.products.map((product) => refusedProduct(product, holds, factor)).find(Boolean) ??
    refusedSum(holds, factor)
  )
}

const placesOf = ({ isKnown, near, wide }: Holds, factor: number) =>
  isKnown
    ? []
    : [
        { place: near, times: factor },
        { place: wide, times: factor * HOLD_LIMITS.wideFactor },
      ].flatMap(({ place, times }) => (place ? [{ place, times }] : []))

function refusedStart(holds: Holds, factor: number): HoldRefusal | undefined {
  const { startsAnHour } = HOLD_LIMITS.network
  const isOver = placesOf(holds, factor).some(({ place, times }) => place.starts >= startsAnHour * times)
  if (!isOver) return undefined
  return { message: `Very many payments were started from your network. ${LATER}`, retryAfterSeconds: FEW_MINUTES }
}

/** Pieces held again and again without paying: a wait that doubles with each further window. */
function refusedWait({ isKnown, unpaidOrders, unpaidMinutes, lastUnpaidEnd }: Holds, { now, factor }: Judging) {
  const free = HOLD_LIMITS.unpaidMinutes[isKnown ? 'known' : 'newcomer'] * factor
  // A window that was closed a second early is a window.
  const over = Math.floor((unpaidMinutes + 0.5 - free) / HOLD_LIMITS.firstWaitMinutes)
  if (over < 0 || unpaidOrders < 2 || !lastUnpaidEnd) return undefined
  const wait = Math.min(HOLD_LIMITS.firstWaitMinutes * 2 ** over, HOLD_LIMITS.longestWaitMinutes)
  const left = Math.ceil((lastUnpaidEnd.getTime() + wait * 60_000 - now.getTime()) / 1000)
  if (left <= 0) return undefined
  const why = 'Your last orders held their pieces until their time was over, and were not paid.'
  return {
    message: `${why} Please wait ${minutesText(left)} before you start another, or write to us if paying does not work.`,
    retryAfterSeconds: left,
  }
}

const minutesText = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

type Share = { part: number; atLeast: number }

const shareOf = ({ part, atLeast }: Share, pieces: number, factor: number) =>
  Math.max(atLeast * factor, Math.floor(Math.min(1, part * factor) * pieces))

/** Of one product an account may hold a part of what is free, so that nobody sells it out without paying. */
function refusedProduct(product: ProductHolds, holds: Holds, factor: number): HoldRefusal | undefined {
  const allowed = holds.isKnown ? knownPieces(product, factor) : newcomerPieces(product, factor)
  if (product.own <= allowed) return undefined
  if (allowed <= 0)
    return {
      message: `${product.name}: what is left is held for others who are paying right now. ${LATER}`,
      retryAfterSeconds: FEW_MINUTES,
    }
  const until = holds.isKnown ? 'while others are paying for it' : 'before your first order is paid'
  return { message: `You can order up to ${allowed} of ${product.name} ${until}. ${ASK_US}` }
}

function knownPieces({ stock, reserved, own }: ProductHolds, factor: number): number {
  const isCrowded = (reserved - own) * 2 > stock
  return isCrowded ? shareOf(HOLD_LIMITS.crowdedShare, stock - reserved + own, factor) : stock
}

function newcomerPieces({ stock, reserved, own, newcomers, near, wide }: ProductHolds, factor: number): number {
  const { newcomerShare, smallShare, networkShare, keptForKnown, wideFactor } = HOLD_LIMITS
  const free = stock - reserved
  const others = newcomers - own
  const share = others * 2 > stock ? smallShare : newcomerShare
  const inNetwork = (held: number, times: number) => shareOf(networkShare, free + held, times) - (held - own)
  return Math.min(
    shareOf(share, free + own, factor),
    // Relaxed limits keep nothing.
    stock - Math.floor((keptForKnown / factor) * stock) - others,
    inNetwork(near, factor),
    inNetwork(wide, factor * wideFactor),
  )
}

/** All that the account holds, in pieces and in money. */
function refusedSum(holds: Holds, factor: number): HoldRefusal | undefined {
  const { own, isKnown } = holds
  const places = placesOf(holds, factor)
  const { full } = HOLD_LIMITS.network
  if (places.some(({ place, times }) => place.pieces > full.pieces * times || place.paise > full.paise * times))
    return {
      message: `Very many orders from your network wait for their payment. ${LATER}`,
      retryAfterSeconds: FEW_MINUTES,
    }
  const allowed = isKnown ? scaled(HOLD_LIMITS.known, factor) : newcomerSum(holds, factor)
  const until = isKnown ? 'before you pay' : 'before your first order is paid'
  if (own.pieces > allowed.pieces)
    return { message: `You can order up to ${allowed.pieces} pieces ${until}. ${ASK_US}` }
  if (own.paise <= allowed.paise || own.pieces === 1) return undefined
  const worth = formatPrice(rupees(paise(allowed.paise)))
  return { message: `You can order chocolate for up to ${worth} ${until}. ${ASK_US}` }
}

type Sum = { pieces: number; paise: number }

const scaled = ({ pieces, paise }: Sum, times: number): Sum => ({ pieces: pieces * times, paise: paise * times })

/** What is left of the network's room, at least a small hold and at most a newcomer's. */
function newcomerSum(holds: Holds, factor: number): Sum {
  const { network, newcomer, small } = HOLD_LIMITS
  const isShopCrowded = holds.shop.stock !== null && holds.shop.newcomers > (holds.shop.stock / 2) * factor
  const rooms = placesOf(holds, factor).map(({ place, times }) =>
    place.unpaid - 2 * place.paid > network.unpaid * times
      ? { pieces: 0, paise: 0 }
      : {
          pieces: network.roomy.pieces * times - (place.pieces - holds.own.pieces),
          paise: network.roomy.paise * times - (place.paise - holds.own.paise),
        },
  )
  const roomFor = (what: keyof Sum) => {
    const least = small[what] * factor
    const room = isShopCrowded ? least : Math.min(newcomer[what] * factor, ...rooms.map((one) => one[what]))
    return Math.max(least, room)
  }
  return { pieces: roomFor('pieces'), paise: roomFor('paise') }
}
