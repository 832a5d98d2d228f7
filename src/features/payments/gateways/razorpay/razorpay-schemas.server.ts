import { z } from 'zod'
import { REFUND_SPEEDS } from '#src/features/payments/refunds/refund-state-machine.ts'

/** Razorpay writes an empty object as an empty list: `"notes": []`. */
const Notes = z.record(z.string(), z.unknown()).catch({})

/** `amount` is in paise, `rrn` is the bank's reference, `notes` are those of the QR code. */
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

/** `image_content`, the UPI link, appears once Razorpay has activated the code. */
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

export const RazorpayRefund = z.object({
  id: z.string().min(1),
  amount: z.int().positive(),
  payment_id: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
  speed_processed: z.enum(REFUND_SPEEDS).nullish().catch(undefined),
  notes: Notes.optional(),
  acquirer_data: z
    .object({ arn: z.string().nullish(), rrn: z.string().nullish(), utr: z.string().nullish() })
    .optional()
    .catch(undefined),
})
export type RazorpayRefund = z.infer<typeof RazorpayRefund>

/** At most 100 items per page; the rest by `skip`. */
export const razorpayListOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

export const RazorpayEvent = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: RazorpayPayment }).optional(),
    qr_code: z.object({ entity: RazorpayQrCode }).optional(),
    refund: z.object({ entity: RazorpayRefund }).optional(),
  }),
})
export type RazorpayEvent = z.infer<typeof RazorpayEvent>
