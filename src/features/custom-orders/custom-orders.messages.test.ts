import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import {
  customOrderCompletedMail,
  customOrderCompletedSms,
  customOrderConfirmedMail,
  customOrderDeclinedMail,
  quoteAnswerMail,
  quoteDueSoonAdminMail,
  quoteLateMail,
  quoteLateSms,
  quoteMail,
  quoteQuestionAdminMail,
  quoteSms,
} from '#src/features/custom-orders/quotes/quotes.messages.ts'
import { asText } from '#tests/factories/mail.ts'
import { MAILED_CUSTOM_ORDER, MAILED_QUOTE } from '#tests/factories/mailed-custom-order.ts'
import {
  customOrderAdminMail,
  customOrderReceivedMail,
  customOrderReceivedSms,
  describeChoices,
} from './custom-orders.messages.ts'

const [order, quotation] = [MAILED_CUSTOM_ORDER, MAILED_QUOTE]
const { support } = quotation
const what = describeChoices(order)

describe('the messages about a request', () => {
  it('tell the customer what was chosen, what it usually costs, and when the quotation is due', () => {
    expect(asText(customOrderReceivedMail(order, { bySms: true, support }))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your custom chocolate CC-K7M2QX",
        "text": "Thank you. We have your composition and will send you a detailed quotation with pricing and delivery timeline by SMS and e-mail, by 21 Nov 2026, 6:30 pm.

      Flavor: Dark
      Strength: 72 % (Rich)
      Ingredients: Nuts, Sea Salt
      Occasion: Wedding
      Shape: Heart
      Packaging: Gift Box
      Quantity: 40

      Vegetarian. Contains soya and tree nuts. May contain milk, peanuts and gluten.

      A chocolate like this usually costs ₹19,310 to ₹24,680 in total. Our quotation sets the price.

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the number CC-K7M2QX.

      Golconda Cacao",
      }
    `)
  })

  it('mention no SMS when the shop cannot send any', () => {
    const words = [
      asText(customOrderReceivedMail(order, { bySms: false, support })),
      asText(customOrderAdminMail(order, { bySms: false })),
    ]
    expect(JSON.stringify(words)).not.toContain('SMS')
    for (const { text } of words) expect(text).toContain('by e-mail')
  })

  it('contain nothing that was typed in the SMS', () => {
    expect(customOrderReceivedSms(order).text).toMatchInlineSnapshot(
      `"Golconda Cacao: we have your custom chocolate request CC-K7M2QX. Quotation by SMS and e-mail by 21 Nov 2026, 6:30 pm."`,
    )
  })

  it('tell the admin everything, and remind them ten minutes before the deadline', () => {
    expect(asText(customOrderAdminMail(order, { bySms: true }))).toMatchInlineSnapshot(`
      {
        "subject": "Quotation due by 21 Nov 2026, 6:30 pm: CC-K7M2QX",
        "text": "Name: For Srinivasa Venkata Lakshmi Narasimha Satyanarayana and all who come to the house that evening
      Flavor: Dark
      Strength: 72 % (Rich)
      Ingredients: Nuts, Sea Salt
      Occasion: Wedding
      Shape: Heart
      Packaging: Gift Box
      Quantity: 40
      Message on the card: మీ ఇద్దరికీ శుభాకాంక్షలు

      Vegetarian. Contains soya and tree nuts. May contain milk, peanuts and gluten.

      A chocolate like this usually costs ₹19,310 to ₹24,680 in total.

      Customer: +919876543210, asha@example.com
      Promised to the customer: within 30 minutes by SMS and e-mail",
      }
    `)
    expect(asText(quoteDueSoonAdminMail(order)).subject).toMatchInlineSnapshot(
      `"Ten minutes left: quotation CC-K7M2QX is due by 21 Nov 2026, 6:30 pm"`,
    )
  })

  it('apologise when the quotation is late', () => {
    expect(asText(quoteLateMail(order, { support }))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we are a little late with your quotation CC-K7M2QX",
        "text": "We promised your quotation CC-K7M2QX by now, and we are a little late. We are sorry. We have your composition and will write to you as soon as it is priced.

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the number CC-K7M2QX.

      Golconda Cacao",
      }
    `)
    expect(quoteLateSms(order).text).toMatchInlineSnapshot(
      `"Golconda Cacao: we are a little late with your quotation CC-K7M2QX. We are sorry, it will come soon."`,
    )
  })
})

describe('the messages about a quotation', () => {
  it('have the price, the ready day, the validity, and the link to accept', () => {
    expect(asText(quoteMail(order, quotation))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your quotation CC-K7M2QX, ₹1,23,456.50",
        "text": "We have priced your chocolate.

      Flavor: Dark
      Strength: 72 % (Rich)
      Ingredients: Nuts, Sea Salt
      Occasion: Wedding
      Shape: Heart
      Packaging: Gift Box
      Quantity: 40

      Vegetarian. Contains soya and tree nuts. May contain milk, peanuts and gluten.

      Price: ₹1,23,456.50
      Shipping: free
      Total: ₹1,23,456.50

      The price includes all taxes.

      We finish it on Wed, 25 Nov, or 3 business days after you pay if that is later. The courier then takes 3-5 business days: the page of the quotation shows the days for your PIN code.

      A note from our studio:
      We pack it in boxes of twenty.

      See the quotation, accept it and pay by UPI, or ask us a question:
      https://golconda.example/checkout?quote=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      It is good until 24 Nov 2026, 6:20 pm.

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the number CC-K7M2QX.

      Golconda Cacao",
      }
    `)
    const priced = { ...quotation, shipping: paise(150_00) }
    expect(asText(quoteMail({ ...order, adminNotes: null }, priced)).text).toContain('Shipping: ₹150.00')
  })

  it('fit into one SMS without the link', () => {
    const { text } = quoteSms(order, quotation)
    expect(text).toMatchInlineSnapshot(
      `"Golconda Cacao: your quotation CC-K7M2QX: Rs 1,23,456.50, ready on 25 Nov 2026, good until 24 Nov 2026, 6:20 pm. See it and pay: https://golconda.example/checkout?quote=mJ3kZ0a7Qw9x2Lr5Tn8vBc"`,
    )
    expect(text.replace(quotation.link, '').length).toBeLessThanOrEqual(130)
  })

  it('name no day in an SMS when the operators have approved only the older text', () => {
    const { kind, text } = quoteSms(order, { ...quotation, smsKind: 'quote-ready' })
    expect([kind, text]).toEqual(['quote-ready', expect.not.stringContaining('ready on')])
  })

  it('say that a chocolate that is ready takes no days', () => {
    const { text } = asText(quoteMail(order, { ...quotation, craftingDays: 0 }))
    expect(text).toContain('We finish it on Wed, 25 Nov, or on the day on which you pay if that is later.')
  })

  it.each([
    ['2026-11-24', 'You need it by Tue, 24 Nov. The earliest we can have it ready is Wed, 25 Nov.'],
    ['2026-11-28', 'You need it by Sat, 28 Nov. Your PIN code decides whether it arrives in time.'],
    ['2026-12-01', 'You need it by Tue, 1 Dec. It will be with you in time if you pay now.'],
  ])('say whether it can be there by %s', (neededBy, sentence) => {
    const { text } = asText(quoteMail({ ...order, neededBy }, quotation))
    expect(text).toContain(sentence)
    expect(text).toContain('Quantity: 40\nNeeded by: ')
    expect(asText(customOrderReceivedMail({ ...order, neededBy }, { bySms: true, support })).text).toContain(
      'Needed by: ',
    )
  })

  it('name both days in the SMS to a customer who needs it by a day', () => {
    const needed = { ...order, neededBy: '2026-11-24' }
    const { kind, text } = quoteSms(needed, { ...quotation, smsKind: 'quote-needed-by' })
    expect(kind).toBe('quote-needed-by')
    expect(text).toContain('needed by 24 Nov 2026, ready on 25 Nov 2026, good until')
    expect(text.replace(quotation.link, '').length).toBeLessThanOrEqual(160)
    expect(quoteSms(needed, quotation).kind).toBe('quote-ready-on')
  })

  it('bring a question to the admin', () => {
    expect(asText(quoteQuestionAdminMail(order, 'Can it be without nuts?')).text.split('\n\n')[0]).toBe(
      '> Can it be without nuts?',
    )
    expect(asText(quoteQuestionAdminMail(order, 'Can it be without nuts?')).subject).toMatchInlineSnapshot(
      `"Question about quotation CC-K7M2QX"`,
    )
  })

  it('bring the answer to the customer', () => {
    expect(asText(quoteAnswerMail(order, { answer: 'Yes, gladly.', support }))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: our answer about your quotation CC-K7M2QX",
        "text": "Yes, gladly.

      Your question and our answer are on the page of your quotation. To open it, use the link in our e-mail with the price.

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the number CC-K7M2QX.

      Golconda Cacao",
      }
    `)
  })

  it('end with a chocolate that is confirmed and made, or with a reason', () => {
    expect(asText(customOrderConfirmedMail(order, { what, support }))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your chocolate CC-K7M2QX is confirmed",
        "text": "Your custom chocolate CC-K7M2QX is confirmed. We will write to you when it is ready.

      Flavor: Dark
      Strength: 72 % (Rich)
      Ingredients: Nuts, Sea Salt
      Occasion: Wedding
      Shape: Heart
      Packaging: Gift Box
      Quantity: 40

      Vegetarian. Contains soya and tree nuts. May contain milk, peanuts and gluten.

      Price: ₹1,23,456.50
      We plan to finish it on: Wed, 25 Nov

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the number CC-K7M2QX.

      Golconda Cacao",
      }
    `)
    expect(
      asText(customOrderCompletedMail(order, { isPickup: false, shipOn: '2026-11-26', what, support })),
    ).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your chocolate CC-K7M2QX is ready",
        "text": "Your custom chocolate CC-K7M2QX is ready. We are packing it and plan to send it on Thu, 26 Nov.

      Flavor: Dark
      Strength: 72 % (Rich)
      Ingredients: Nuts, Sea Salt
      Occasion: Wedding
      Shape: Heart
      Packaging: Gift Box
      Quantity: 40

      Vegetarian. Contains soya and tree nuts. May contain milk, peanuts and gluten.

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the number CC-K7M2QX.

      Golconda Cacao",
      }
    `)
    expect(customOrderCompletedSms(order).text).toMatchInlineSnapshot(
      `"Golconda Cacao: your custom chocolate CC-K7M2QX is ready. We are packing it and will write when it ships."`,
    )
    expect(asText(customOrderDeclinedMail(order, { reason: 'That mold is broken.', support }))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we cannot make your chocolate CC-K7M2QX",
        "text": "We are sorry: we cannot make your custom chocolate CC-K7M2QX.

      A note from our studio:
      That mold is broken.

      You are welcome to compose another.

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the number CC-K7M2QX.

      Golconda Cacao",
      }
    `)
    expect(asText(customOrderDeclinedMail(order, { reason: undefined, support })).text).not.toContain(
      'A note from our studio',
    )
  })
})

it('a chocolate that is picked up is not said to be sent', () => {
  const { text } = asText(customOrderCompletedMail(order, { isPickup: true, shipOn: null, what, support }))
  expect(text).toContain('We are packing it and will write when you can pick it up.')
})
