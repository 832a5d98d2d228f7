import { expect, it } from 'vitest'
import { asText } from '#tests/factories/mail.ts'
import { reviewPublishedMail, storyPublishedMail } from './moderation.messages.ts'

it('the author of a review gets the link to it', () => {
  const product =
    'Idukki cardamom and Nagpur orange in seventy per cent dark with roasted Anakapalle jaggery and sea salt'
  expect(
    asText(reviewPublishedMail({ product, address: 'https://golconda.example/product/7' })),
  ).toMatchInlineSnapshot(`
    {
      "subject": "Golconda Cacao: your review is published",
      "text": "Thank you for your review of Idukki cardamom and Nagpur orange in seventy per cent dark with roasted Anakapalle jaggery and sea salt.

    It is now online:
    https://golconda.example/product/7

    Golconda Cacao",
    }
  `)
})

it('the author of a story gets the link to it', () => {
  const address = 'https://golconda.example/community-stories?story=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'
  expect(asText(storyPublishedMail({ address }))).toMatchInlineSnapshot(`
    {
      "subject": "Golconda Cacao: your story is published",
      "text": "Thank you for sharing your chocolate story.

    It is now online:
    https://golconda.example/community-stories?story=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

    If you want us to take it down, write to us and include the link to your story.

    Golconda Cacao",
    }
  `)
})
