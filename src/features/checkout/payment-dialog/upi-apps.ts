/** Where the shopper is: on a phone or tablet, inside another app's browser there (which may not open UPI apps), or elsewhere. */
export type Device = 'phone' | 'in-app-browser' | 'desktop'

/** The browsers inside Facebook and Instagram, and Android's plain web view. */
const IN_APP_BROWSER = /FBAN|FBAV|Instagram|; wv\)/
const PHONE = /Android|iPhone|iPod|iPad/

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

export function detectDevice({ userAgent, maxTouchPoints }: Browser): Device {
  if (IN_APP_BROWSER.test(userAgent)) return 'in-app-browser'
  // Safari on an iPad says that it is a Mac, but no Mac has a touch screen.
  const isMobile = PHONE.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isMobile ? 'phone' : 'desktop'
}

/** The address under which each app takes a payment. Amazon Pay has none that sources agree on: it gets the plain payment URL. */
export const UPI_APPS = [
  { name: 'Google Pay', address: 'gpay://upi/pay' },
  { name: 'PhonePe', address: 'phonepe://pay' },
  { name: 'Paytm', address: 'paytmmp://pay' },
  { name: 'BHIM', address: 'bhim://upi/pay' },
  { name: 'Amazon Pay', address: null },
  { name: 'WhatsApp Pay', address: 'whatsapp://pay' },
] as const
export type UpiApp = (typeof UPI_APPS)[number]

export type PaymentLinks = { upiLink: string; paymentUrl: string }

/** The link that opens the payment in one app. Only the scheme changes: a changed parameter can make a payment fail. */
export function buildAppLink({ address }: UpiApp, { upiLink, paymentUrl }: PaymentLinks): string {
  return address === null ? paymentUrl : upiLink.replace(/^upi:\/\/pay/i, address)
}

/** Whether a payment URL is a page that a browser can show. No desktop browser can open `upi:`. */
export function isWebPage(paymentUrl: string): boolean {
  return /^https?:\/\//i.test(paymentUrl)
}

/** Whether a phone can go to a payment URL: a page, or the link that its UPI apps share. */
export function isPhoneLink(paymentUrl: string): boolean {
  return isWebPage(paymentUrl) || /^upi:\/\//i.test(paymentUrl)
}
