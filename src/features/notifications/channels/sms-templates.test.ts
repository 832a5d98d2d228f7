import { describe, expect, it } from 'vitest'
import { renderSms, SMS_KINDS, SMS_TEMPLATES } from './sms-templates.ts'

/** GSM 03.38 without its extension table; any other character halves the size of an SMS. */
const SMS_ALPHABET = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/

describe('an SMS', () => {
  it.each(SMS_KINDS)('of the kind %s is written in the alphabet of SMS, with room for its values', (kind) => {
    const fixed = SMS_TEMPLATES[kind].replace(/\{\w+\}/g, '')
    expect(fixed).toMatch(SMS_ALPHABET)
    expect(fixed.length).toBeLessThanOrEqual(120)
  })

  it('has its values in their places', () => {
    expect(renderSms('order-paid', { amount: '1,23,456.50', order: 'ORD_1764000000000_ab12cd' })).toEqual({
      kind: 'order-paid',
      values: { amount: '1,23,456.50', order: 'ORD_1764000000000_ab12cd' },
      text: 'Golconda Cacao: payment of Rs 1,23,456.50 received for order ORD_1764000000000_ab12cd. We will write when it ships.',
    })
  })

  it('keeps a time in the alphabet, whatever space the clock writes before am and pm', () => {
    const due = `21 Nov 2026, 6:30${String.fromCodePoint(0x202f)}pm`
    expect(renderSms('custom-order-received', { reference: 'CC-ABC123', due }).text).toMatch(SMS_ALPHABET)
  })
})
