import { z } from 'zod'
import { GatewayAmount, GatewayId, GatewayText } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { REFUND_SPEEDS } from '#src/features/payments/refunds/refund-state-machine.ts'

/** The seconds of the year 9999. */
const END_OF_TIME = 253_402_300_799

/** Razorpay writes an empty object as an empty list: `"notes": []`. */
const Notes = z.record(z.string(), z.unknown()).catch({})

/** `amount` is in paise, `rrn` is the bank's reference, `notes` are those of the QR code. */
export const RazorpayPayment = z.object({
  id: GatewayId.pipe(z.string().min(1)),
  amount: GatewayAmount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  status: z.string(),
  vpa: GatewayText.nullish(),
  notes: Notes.optional(),
  error_description: GatewayText.nullish(),
  acquirer_data: z.object({ rrn: GatewayId.nullish() }).optional().catch(undefined),
  created_at: z.int().positive().max(END_OF_TIME),
})
export type RazorpayPayment = z.infer<typeof RazorpayPayment>

/** `image_content`, the UPI link, appears once Razorpay has activated the code. */
export const RazorpayQrCode = z.object({
  id: GatewayId.pipe(z.string().min(1)),
  image_content: z
    .string()
    .regex(/^upi:\/\/pay\?(.*&)?pa=[^&]/)
    .optional()
    .catch(undefined),
  notes: Notes.optional(),
})
export type RazorpayQrCode = z.infer<typeof RazorpayQrCode>

export const RazorpayRefund = z.object({
  id: GatewayId.pipe(z.string().min(1)),
  amount: GatewayAmount,
  payment_id: GatewayId,
  status: z.enum(['pending', 'processed', 'failed']),
  speed_processed: z.enum(REFUND_SPEEDS).nullish().catch(undefined),
  notes: Notes.optional(),
  acquirer_data: z
    .object({ arn: GatewayId.nullish(), rrn: GatewayId.nullish(), utr: GatewayId.nullish() })
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
