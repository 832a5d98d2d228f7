import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { GiftOptions } from '#src/features/checkout/gift/gift-options.tsx'
import type { Person } from '#src/features/checkout/people/people.ts'
import {
  CARD_NAME,
  countFilledLetters,
  fillCardText,
  findLongestName,
  hasCardName,
} from '#src/features/orders/gift/card-name.ts'
import { Button } from '#src/ui/forms/button.tsx'

type ParcelsGiftProps = { form: CheckoutFormMethods; people: readonly Person[] }

/** The card, the wrapping and the SMS of all parcels. The preview has the name of the first person. */
export function ParcelsGift({ form, people }: ParcelsGiftProps) {
  const message = useWatch({ control: form.control, name: 'cardMessage' })
  const names = useMemo(() => people.map(({ shippingAddress }) => shippingAddress.firstName), [people])
  const longest = useMemo(() => findLongestName(names), [names])
  const first = names[0] ?? 'Meera'
  function insertName(area: HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = area
    form.setValue('cardMessage', value.slice(0, selectionStart) + CARD_NAME + value.slice(selectionEnd), {
      shouldValidate: true,
    })
    area.focus()
    area.setSelectionRange(selectionStart + CARD_NAME.length, selectionStart + CARD_NAME.length)
  }
  return (
    <GiftOptions
      form={form}
      title="The card and the wrapping"
      fill={(typed) => fillCardText(typed, first)}
      countLetters={(typed) => countFilledLetters(typed, longest)}
    >
      <div className="grid justify-items-start gap-2 text-cocoa-600 text-small">
        <p>{nameHint(message, first)}</p>
        <Button
          variant="link"
          onClick={(event) => {
            const area = event.currentTarget.form?.elements.namedItem('cardMessage')
            if (area instanceof HTMLTextAreaElement) insertName(area)
          }}
        >
          Insert {CARD_NAME}
        </Button>
      </div>
    </GiftOptions>
  )
}

const nameHint = (message: string, first: string) =>
  hasCardName(message)
    ? `${CARD_NAME} becomes the first name of each person; the preview shows ${first}'s card.`
    : `Write ${CARD_NAME} where the first name of each person should be.`
