import { expect, it } from 'vitest'
import { asText } from '#tests/factories/mail.ts'
import { signInCodeMail } from './auth.messages.ts'

it('a sign-in code is in the subject too, with how long it is good for', () => {
  expect(asText(signInCodeMail({ code: '004217', minutes: 10 }))).toMatchInlineSnapshot(`
    {
      "subject": "004217 is your sign-in code for Golconda Cacao",
      "text": "Your sign-in code is 004217.

    It works once, within 10 minutes. If you did not request it, you can ignore this message. Never share it: we will not ask for it.",
    }
  `)
})
