import { expect, it } from 'vitest'
import { reviewPublishedMail } from './review-published.messages.ts'

it('the author of a review gets the link to it', () => {
  const product =
    'Idukki cardamom and Nagpur orange in seventy per cent dark with roasted Anakapalle jaggery and sea salt'
  expect(reviewPublishedMail({ product, address: 'https://golconda.example/product/7' })).toMatchInlineSnapshot(`
    {
      "subject": "Golconda Cacao: your review is published",
      "text": "Thank you for your review of Idukki cardamom and Nagpur orange in seventy per cent dark with roasted Anakapalle jaggery and sea salt. It is now online:

    https://golconda.example/product/7

    Golconda Cacao",
    }
  `)
})
