import { z } from 'zod'
import { REFUND_SPEEDS } from '#src/features/payments/refunds/refund-state-machine.ts'

/** Razorpay writes an empty object as an empty list, as PHP does: `"notes": []`. */
const Notes = z.record(z.string(), z.unknown()).catch({})

/**
 * A payment, as far as the shop reads it (razorpay.com/docs/api/payments/entity). The amount is in paise. `rrn` is the
 * bank's number, which the shopper finds in the UPI app too. `notes` are those of the QR code that was paid
 * (razorpay.com/docs/webhooks/qr-codes).
 */
export const RazorpayPayment = z.object({
  id: z.string().min(1),
  amount: z.int().positive(),
  currency: z.string().length(3),
  status: z.string(),
  vpa: z.string().nullish(),
  notes: Notes.optional(),
  error_description: z.string().nullish(),
  acquirer_data: z.object({ rrn: z.string().nullish() }).optional().catch(undefined),
  created_at: z.int().positive(),
})
export type RazorpayPayment = z.infer<typeof RazorpayPayment>

/** `image_content`, the UPI link behind the code, is there once Razorpay has activated it (docs/api/qr-codes/image-content). */
export const RazorpayQrCode = z.object({
  id: z.string().min(1),
  image_content: z
    .string()
    .regex(/^upi:\/\/pay\?(.*&)?pa=[^&]/)
    .optional()
    .catch(undefined),
  notes: Notes.optional(),
})
export type RazorpayQrCode = z.infer<typeof RazorpayQrCode>

/** razorpay.com/docs/api/refunds/entity: `pending`, `processed` (final) or `failed` (final). */
export const RazorpayRefund = z.object({
  id: z.string().min(1),
  amount: z.int().positive(),
  payment_id: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  /** Whether it was moved at once, or in the days that banks take. */
  speed_processed: z.enum(REFUND_SPEEDS).nullish().catch(undefined),
  notes: Notes.optional(),
  acquirer_data: z
    .object({ arn: z.string().nullish(), rrn: z.string().nullish(), utr: z.string().nullish() })
    .optional()
    .catch(undefined),
})
export type RazorpayRefund = z.infer<typeof RazorpayRefund>

/** Every list: at most 100 items an answer, the rest by `skip` (razorpay.com/docs/api/payments/fetch-all-payments). */
export const razorpayListOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

/** A webhook (razorpay.com/docs/webhooks/payments, /qr-codes, /refunds). What it is about depends on the event. */
export const RazorpayEvent = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: RazorpayPayment }).optional(),
    qr_code: z.object({ entity: RazorpayQrCode }).optional(),
    refund: z.object({ entity: RazorpayRefund }).optional(),
  }),
})
export type RazorpayEvent = z.infer<typeof RazorpayEvent>
