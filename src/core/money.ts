/** A whole number of paise (1 rupee = 100 paise). */
export type Paise = number & { readonly __unit: 'paise' }

/** Casts to paise. Throws on fractions and unsafe integers, which are bugs. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new Error(`Not a whole number of paise: ${amount}`)
  return amount as Paise
}

/** Converts rupees from JSON to paise: 19.99 becomes 1999, exactly. */
export function paiseFromRupees(rupees: number): Paise {
  return paise(Math.round(rupees * 100))
}

/** Converts paise to rupees for JSON: 1999 becomes 19.99. */
export function rupees(amount: Paise): number {
  return amount / 100
}

export function addPaise(...amounts: Paise[]): Paise {
  return paise(amounts.reduce((sum, amount) => sum + amount, 0))
}

/** Multiplies a unit price by a quantity. */
export function timesPaise(amount: Paise, quantity: number): Paise {
  return paise(amount * quantity)
}

/** Formats an amount for a UPI link: 214900 becomes `2149.00`. */
export function decimalRupees(amount: Paise): string {
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** Formats rupees as a price: ₹1,850 or ₹1,850.50. */
export function formatPrice(amountInRupees: number): string {
  return formatAmount(amountInRupees).replace(/\.00$/, '')
}

/** Formats rupees with two decimals, for carts and bills. */
export function formatAmount(amountInRupees: number): string {
  return `${amountInRupees < 0 ? '-' : ''}₹${groupDigits(Math.abs(amountInRupees).toFixed(2))}`
}

/** Groups digits as in India: 1,00,000. Not Intl, whose tables delay a phone's first interaction. */
export const groupDigits = (digits: string) => digits.replace(/\B(?=(\d\d)*\d{3}(\.|$))/g, ',')
