import { z } from 'zod'

export const Login = z.object({ token: z.string().min(1) })

export const Refusal = z.object({
  message: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
})

const Id = z.union([z.string(), z.number()]).transform(String)

/** Without `data` (status 404 in the body) no courier delivers there. */
export const Serviceability = z.object({
  status: z.number().optional(),
  message: z.string().optional(),
  data: z
    .object({
      available_courier_companies: z.array(
        z.object({
          courier_company_id: Id,
          courier_name: z.string(),
          rate: z.coerce.number(),
          blocked: z.coerce.number().catch(0),
          estimated_delivery_days: z.coerce.number().int().positive().nullable().catch(null),
        }),
      ),
    })
    .optional(),
})

export const CreatedOrder = z.object({
  order_id: Id.optional(),
  shipment_id: Id.optional(),
  message: z.string().optional(),
})

export const AssignedAwb = z.object({
  awb_assign_status: z.coerce.number().optional(),
  message: z.string().optional(),
  response: z
    .object({
      data: z
        .object({ awb_code: z.string().optional().nullable(), awb_assign_error: z.string().optional().nullable() })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** Only a complete list proves that an order does not exist. */
export const OrderList = z.object({
  data: z.array(
    z.object({
      id: Id,
      channel_order_id: Id,
      status: z.string(),
      shipments: z.array(z.object({ id: Id, awb: Id.nullable() })),
    }),
  ),
  meta: z.object({ pagination: z.object({ total: z.number() }) }).optional(),
})

export const Pickup = z.object({ pickup_status: z.coerce.number().optional(), message: z.string().optional() })

export const Label = z.object({
  label_created: z.coerce.number(),
  label_url: z.string().optional(),
  response: z.string().optional().catch(undefined),
})

/** Empty (204), or with the status in the body. */
export const Cancelled = z.looseObject({
  status_code: z.coerce.number().optional(),
  message: z.string().optional().catch(undefined),
})

const Code = z.union([z.string(), z.number()]).transform(String)

export const TrackingWebhook = z.object({
  awb: Code.pipe(z.string().min(1).max(60)),
  current_timestamp: z.string().max(60).optional(),
  shipment_status_id: Code.optional().nullable(),
  scans: z
    .array(
      z.object({
        date: z.string().max(60),
        status: z.string().max(100).catch(''),
        'sr-status': Code.optional().catch(undefined),
      }),
    )
    .max(500)
    .nullable()
    .catch([]),
})
