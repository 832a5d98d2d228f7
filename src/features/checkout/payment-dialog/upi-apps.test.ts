import { describe, expect, it } from 'vitest'
import { buildAppLink, detectDevice, isPhoneLink, isWebPage, UPI_APPS } from './upi-apps.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const WEB_VIEW =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36'

describe('the device of the customer', () => {
  it.each([
    ['phone', ANDROID],
    ['phone', IPHONE],
    ['desktop', DESKTOP],
    ['in-app-browser', WEB_VIEW],
    ['in-app-browser', `${IPHONE} Instagram 400.0.0`],
    ['in-app-browser', `${ANDROID} [FBAN/EMA;FBAV/500.0]`],
    ['desktop', ''],
  ])('is %s', (device, userAgent) => {
    expect(detectDevice({ userAgent, maxTouchPoints: 0 })).toBe(device)
  })

  it.each([
    ['phone', 5],
    ['desktop', 0],
  ])('is %s where a Macintosh has %d touch points', (device, maxTouchPoints) => {
    const userAgent =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
    expect(detectDevice({ userAgent, maxTouchPoints })).toBe(device)
  })
})

describe('the six UPI apps', () => {
  const links = {
    upiLink: 'upi://pay?pa=golconda%40sandbox&pn=Golconda%20Cacao&am=2149.00&cu=INR&tr=KC01',
    paymentUrl: 'https://bank.example/pay/KC01',
  }

  it('open by their own schemes with the parameters untouched', () => {
    const parameters = '?pa=golconda%40sandbox&pn=Golconda%20Cacao&am=2149.00&cu=INR&tr=KC01'
    expect(Object.fromEntries(UPI_APPS.map((app) => [app.name, buildAppLink(app, links)]))).toEqual({
      'Google Pay': `gpay://upi/pay${parameters}`,
      PhonePe: `phonepe://pay${parameters}`,
      Paytm: `paytmmp://pay${parameters}`,
      BHIM: `bhim://upi/pay${parameters}`,
      'Amazon Pay': 'https://bank.example/pay/KC01',
      'WhatsApp Pay': `whatsapp://pay${parameters}`,
    })
  })
})

describe('a payment URL', () => {
  it.each([
    ['https://bank.example/pay', true],
    ['http://localhost:3000/api/demo/upi/KC01', true],
    ['upi://pay?pa=golconda%40sandbox', false],
    ['javascript:alert(1)', false],
  ])('%s is a page: %s', (url, isPage) => {
    expect(isWebPage(url)).toBe(isPage)
  })

  it.each([
    ['https://bank.example/pay', true],
    ['upi://pay?pa=golconda%40sandbox', true],
    ['javascript:alert(1)', false],
  ])('%s can be followed on a phone: %s', (url, canBe) => {
    expect(isPhoneLink(url)).toBe(canBe)
  })
})
