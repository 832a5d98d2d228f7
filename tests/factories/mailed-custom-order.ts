import { createSampleQuote, SAMPLE_CUSTOM_ORDER } from '#src/app/message-gallery/sample-custom-order.server.ts'

/** In the form that mails use. */
export const MAILED_CUSTOM_ORDER = SAMPLE_CUSTOM_ORDER

export const MAILED_QUOTE = {
  ...createSampleQuote(),
  link: 'https://golconda.example/checkout?quote=mJ3kZ0a7Qw9x2Lr5Tn8vBc',
}
