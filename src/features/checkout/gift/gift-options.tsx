import { type ReactNode, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { formatPrice } from '#src/core/money.ts'
import { RadioCard } from '#src/features/checkout/delivery/radio-card.tsx'
import { CheckoutSection } from '#src/features/checkout/form/form-sections.tsx'
import { bindField, type CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { CARD_NAME, countFilledLetters, fillCardText } from '#src/features/orders/gift/card-name.ts'
import { MAX_CARD_LETTERS } from '#src/features/orders/gift/card-text.ts'
import { giftOnItsWaySms } from '#src/features/orders/messages/orders.messages.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { CardPreview } from './card-preview.tsx'
import { LogoField, useCardLogo } from './logo-field.tsx'

type OfForm = { form: CheckoutFormMethods }

type GiftOptionsProps = OfForm & {
  title?: string
  /** Fills in the name, if it is not that of the one recipient. */
  fill?: (message: string) => string
  countLetters?: (message: string) => number
  children?: ReactNode
}

export function GiftOptions(props: GiftOptionsProps) {
  const names = ['cardMessage', 'cardFrom', 'deliveryMethod', 'recipientFirstName'] as const
  const { form, title = 'Your gift', children } = props
  const [message, from, method, recipient] = useWatch({ control: form.control, name: names })
  const name = recipient.trim() || CARD_NAME
  const { fill = (typed) => fillCardText(typed, name) } = props
  const { countLetters = (typed) => countFilledLetters(typed, name) } = props
  const { gift } = usePublicSettings()
  const logo = useCardLogo(form)
  return (
    <CheckoutSection title={title}>
      <div className="grid content-start gap-4">
        <TextAreaField
          label="Message on the card (optional)"
          rows={5}
          hint={counterText(countLetters(message))}
          {...bindField(form, 'cardMessage')}
        />
        {children}
        <Field label="From (optional)" {...bindField(form, 'cardFrom')} />
        {logo.isOffered && <LogoField logo={logo} />}
      </div>
      <Suspense fallback={<Skeleton className="aspect-[95/64]" />}>
        <CardPreview card={{ message: fill(message), from }} logoId={logo.id} onLogoGone={logo.lose} />
      </Suspense>
      {gift && (
        <div className="sm:col-span-2">
          <CheckboxField
            label={`Gift wrapping (${gift.wrapFee > 0 ? `+${formatPrice(gift.wrapFee)}` : 'free'})`}
            {...form.register('hasWrap')}
          />
          {gift.text && <p className="pl-8 text-cocoa-600 text-small">{gift.text}</p>}
        </div>
      )}
      {gift?.hasSms && method !== 'pickup' && <NoticeChoice form={form} />}
      <p className="text-cocoa-600 text-small sm:col-span-2">
        No prices go into the box. The invoice comes to you by e-mail.
      </p>
    </CheckoutSection>
  )
}

function counterText(letters: number): string {
  const left = MAX_CARD_LETTERS - letters
  return left < 0 ? `${-left} too many, of ${MAX_CARD_LETTERS} letters` : `${left} of ${MAX_CARD_LETTERS} letters left`
}

const NOTICES = [
  { notify: 'none', title: 'No, write only to me' },
  { notify: 'surprise', title: 'Yes, without my name' },
  { notify: 'named', title: 'Yes, from me' },
] as const

function NoticeChoice({ form }: OfForm) {
  const [chosen, typed] = useWatch({ control: form.control, name: ['notify', 'cardFrom'] })
  const from = typed.trim()
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="mb-3 font-semibold text-small">Tell them by SMS that a gift is on its way</legend>
      {NOTICES.map(({ notify, title }) => (
        <RadioCard key={notify} title={title} value={notify} checked={chosen === notify} {...form.register('notify')}>
          {giftOnItsWaySms({ notify, from })?.text}
        </RadioCard>
      ))}
    </fieldset>
  )
}
