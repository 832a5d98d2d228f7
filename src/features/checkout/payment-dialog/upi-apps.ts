/** `in-app-browser`: a browser inside another app, which may not open UPI apps. */
export type Device = 'phone' | 'in-app-browser' | 'desktop'

/** Facebook, Instagram and Android's web view. */
const IN_APP_BROWSER = /FBAN|FBAV|Instagram|; wv\)/
const PHONE = /Android|iPhone|iPod|iPad/

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

export function detectDevice({ userAgent, maxTouchPoints }: Browser): Device {
  if (IN_APP_BROWSER.test(userAgent)) return 'in-app-browser'
  // Safari on an iPad claims to be a Mac, but no Mac has a touch screen.
  const isMobile = PHONE.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isMobile ? 'phone' : 'desktop'
}

/** Amazon Pay has no documented scheme, so it gets the plain payment URL. */
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

/** Only the scheme changes: a changed parameter can make a payment fail. */
export function buildAppLink({ address }: UpiApp, { upiLink, paymentUrl }: PaymentLinks): string {
  return address === null ? paymentUrl : upiLink.replace(/^upi:\/\/pay/i, address)
}

/** No desktop browser can open `upi:`. */
export function isWebPage(paymentUrl: string): boolean {
  return /^https?:\/\//i.test(paymentUrl)
}

export function isPhoneLink(paymentUrl: string): boolean {
  return isWebPage(paymentUrl) || /^upi:\/\//i.test(paymentUrl)
}
