import { z } from 'zod'

export const PinCodes = z.object({
  delivery_codes: z.array(
    z.object({ postal_code: z.object({ pre_paid: z.string(), remarks: z.string().nullable().catch('') }) }),
  ),
})

export const Charges = z.array(z.object({ total_amount: z.coerce.number() }))

export const CreatedPackages = z.object({
  success: z.boolean().optional(),
  rmk: z.string().optional(),
  packages: z
    .array(
      z.object({
        status: z.string(),
        waybill: z.string().catch(''),
        remarks: z.union([z.string(), z.array(z.string())]).catch(''),
      }),
    )
    .catch([]),
})

/** Only this answer proves that there is no booking. */
export const NoPackage = z.object({ Error: z.string().regex(/^No such waybill or Order Id found\.?$/i) })

export const TrackedPackages = z.object({
  ShipmentData: z.array(
    z.object({
      Shipment: z.object({
        AWB: z.string().min(1),
        ReferenceNo: z.string().nullable().catch(null),
        Status: z.object({ StatusCode: z.string().catch(''), Instructions: z.string().catch('') }),
      }),
    }),
  ),
})

export const PickupRequest = z.object({
  pickup_id: z.union([z.string(), z.number()]).optional(),
  pr_exist: z.boolean().optional(),
  error: z.unknown().optional(),
  message: z.string().optional(),
})

export const LabelLinks = z.object({
  packages: z.array(z.object({ pdf_download_link: z.string().optional() })).catch([]),
})

export const Edited = z.object({ status: z.boolean().optional(), error: z.string().optional() })

export const ScanPush = z.object({
  Shipment: z.object({
    AWB: z.string().min(1).max(60),
    NSLCode: z.string().max(40).nullable().catch(''),
    Status: z.object({
      Status: z.string().max(60),
      StatusType: z.string().max(10).catch(''),
      StatusDateTime: z.string().max(60),
    }),
  }),
})
