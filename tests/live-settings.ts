import { RAZORPAY_LIVE_KEYS, TEST_WEBHOOK_SECRET } from './fakes/razorpay.ts'

/** The public address; requests to it are answered by the test. */
export const LIVE_URL = 'https://shop.golconda-cacao.in'
export const LIVE_ADMIN = { email: 'asha@golconda-cacao.in', password: 'kite lemon seven drum' }

/** The environment of an empty live shop with this mail server and gateway. `DATA_DIR` and `DATABASE_URL` are missing. */
export const liveSettings = ({ mailUrl, razorpayUrl }: { mailUrl: string; razorpayUrl: string }) => ({
  SHOP_MODE: 'live',
  RATE_LIMITS: 'strict',
  PUBLIC_URL: LIVE_URL,
  EMBEDDED_IN_LIVE: 'accepted',
  SESSION_SECRET: 'a-secret-test-key-of-the-sessions',
  ADMIN_EMAIL: LIVE_ADMIN.email,
  ADMIN_PASSWORD: LIVE_ADMIN.password,
  SMTP_URL: mailUrl,
  MAIL_FROM: 'Golconda Cacao <shop@golconda-cacao.in>',
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: RAZORPAY_LIVE_KEYS.keyId,
  RAZORPAY_KEY_SECRET: RAZORPAY_LIVE_KEYS.keySecret,
  RAZORPAY_WEBHOOK_SECRET: TEST_WEBHOOK_SECRET,
  RAZORPAY_API_URL: razorpayUrl,
})
