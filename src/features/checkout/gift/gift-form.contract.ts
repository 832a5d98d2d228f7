import { z } from 'zod'
import { isSmsName, personName } from '#src/core/validation/fields.ts'
import { cardMessageTo } from '#src/features/orders/gift/card-name.ts'
import { CardMessage, CardSender } from '#src/features/orders/gift/card-text.ts'
import {
  GIFT_NOTICES,
  type Gift,
  IndianMobile,
  OrderForm,
  SMS_NAME_RULE,
} from '#src/features/orders/order-form.contract.ts'

type TypedRules = Record<
  | 'recipientFirstName'
  | 'recipientLastName'
  | 'recipientPhone'
  | 'cardMessage'
  | 'cardFrom'
  | 'companyName'
  | 'buyerGstin',
  z.ZodType<string, string>
>
const ANYTHING: TypedRules = {
  ...{ recipientFirstName: z.string(), recipientLastName: z.string(), recipientPhone: z.string() },
  ...{ cardMessage: z.string(), cardFrom: z.string(), companyName: z.string(), buyerGstin: z.string() },
}

/** For somebody else, and for a company. What is typed counts only if the customer ticked it. */
export const GiftFields = z.object({
  ...ANYTHING,
  isGift: z.boolean(),
  isForSeveral: z.boolean(),
  hasWrap: z.boolean(),
  saveRecipient: z.boolean(),
  savePeople: z.boolean(),
  cardLogoId: z.string(),
  notify: z.enum(GIFT_NOTICES),
  isCompany: z.boolean(),
})
export type GiftFields = z.infer<typeof GiftFields>
type CompanyField = 'isCompany' | 'companyName' | 'buyerGstin'

export const NO_RECIPIENT = { recipientFirstName: '', recipientLastName: '', recipientPhone: '' }

export const NO_GIFT = {
  ...NO_RECIPIENT,
  isGift: false,
  isForSeveral: false,
  ...{ cardMessage: '', cardFrom: '', hasWrap: false, saveRecipient: false, savePeople: false, notify: 'none' },
  cardLogoId: '',
} as const satisfies Omit<GiftFields, CompanyField>

export const NO_COMPANY = { isCompany: false, companyName: '', buyerGstin: '' } as const satisfies Pick<
  GiftFields,
  CompanyField
>

const CARD_RULES = { cardMessage: CardMessage, cardFrom: CardSender }
const GIFT_RULES = {
  recipientFirstName: personName(),
  recipientLastName: personName(),
  recipientPhone: IndianMobile,
  cardFrom: CardSender,
}
const NAMED_RULES = { cardFrom: CardSender.refine(isSmsName, SMS_NAME_RULE) }
const COMPANY_RULES = {
  companyName: OrderForm.shape.companyName.unwrap(),
  buyerGstin: OrderForm.shape.buyerGstin.unwrap(),
}

export function rulesOf({
  isGift,
  isForSeveral,
  recipientFirstName,
  notify,
  isCompany,
}: Pick<GiftFields, 'isGift' | 'isForSeveral' | 'recipientFirstName' | 'notify' | 'isCompany'>): TypedRules {
  return {
    ...ANYTHING,
    ...(isGift && { ...GIFT_RULES, cardMessage: cardMessageTo(recipientFirstName.trim()) }),
    ...(isForSeveral && CARD_RULES),
    ...((isGift || isForSeveral) && notify === 'named' && NAMED_RULES),
    ...(isCompany && COMPANY_RULES),
  }
}

/** Companies have one, and who sends to several people. */
export const canHaveLogo = ({ isForSeveral, isCompany }: Pick<GiftFields, 'isForSeveral' | 'isCompany'>) =>
  isForSeveral || isCompany

/** Every parcel of an order has the same form, with a recipient and a message of its own. */
export function toGift(
  { cardFrom: from, hasWrap, notify }: GiftFields,
  own: Pick<Gift, 'recipientPhone' | 'message'>,
): Gift {
  return { ...own, from, hasWrap, notify }
}

type GiftOrder = Pick<OrderForm, 'gift' | 'cardLogoId' | 'buyerGstin' | 'companyName'>

export function toGiftOrder(form: GiftFields): GiftOrder {
  const { recipientPhone, cardMessage: message, companyName, buyerGstin } = form
  return {
    ...(form.isGift && { gift: toGift(form, { recipientPhone, message }) }),
    ...((form.isGift || form.isForSeveral) && canHaveLogo(form) && form.cardLogoId && { cardLogoId: form.cardLogoId }),
    ...(form.isCompany && { companyName, buyerGstin }),
  }
}
