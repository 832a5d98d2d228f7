/** An amount of Indian money as a whole number of paise (1 rupee = 100 paise). Never a fraction. */
export type Paise = number & { readonly __unit: 'paise' }

/** Marks a whole number as paise. Throws on fractions and unsafe integers: those are bugs, not input. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new Error(`Not a whole number of paise: ${amount}`)
  return amount as Paise
}

/** Rupees as they travel in JSON (a number with at most two decimals) to paise. 19.99 becomes 1999, exactly. */
export function paiseFromRupees(rupees: number): Paise {
  return paise(Math.round(rupees * 100))
}

/** Paise to the JSON number of rupees that the calls carry. 1999 becomes 19.99. */
export function rupees(amount: Paise): number {
  return amount / 100
}

export function addPaise(...amounts: Paise[]): Paise {
  return paise(amounts.reduce((sum, amount) => sum + amount, 0))
}

/** A unit price times a whole quantity. */
export function timesPaise(amount: Paise, quantity: number): Paise {
  return paise(amount * quantity)
}

/** The text of an amount with exactly two decimals and no symbol, as a UPI link wants it: 214900 becomes `2149.00`. */
export function decimalRupees(amount: Paise): string {
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** A price for people: whole rupees without decimals, else two: ₹1,850 or ₹1,850.50. Takes rupees, as the calls carry them. */
export function formatPrice(amountInRupees: number): string {
  return formatAmount(amountInRupees).replace(/\.00$/, '')
}

/** An amount in the cart and on bills: always two decimals. Takes rupees, as the calls carry them. */
export function formatAmount(amountInRupees: number): string {
  const digits = Math.abs(amountInRupees).toFixed(2).replace(INDIAN_GROUPS, ',')
  return `${amountInRupees < 0 ? '-' : ''}₹${digits}`
}

/**
 * Where the last three digits of the rupees begin, and each two before them. Not the browser's own format (Intl): its
 * tables cost a phone more of its first second than all else that a page does before it can be touched.
 */
const INDIAN_GROUPS = /\B(?=(\d\d)*\d{3}\.)/g
