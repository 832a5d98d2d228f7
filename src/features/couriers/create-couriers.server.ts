import type { Courier, CourierReport } from './courier.server.ts'
import { createDelhivery, type DelhiveryAccess } from './delhivery/delhivery-courier.server.ts'
import type { CourierName } from './shipment-states.ts'
import type { ShiprocketAccess } from './shiprocket/shiprocket-client.server.ts'
import { createShiprocket } from './shiprocket/shiprocket-courier.server.ts'

export type CourierAccounts = { shiprocket?: ShiprocketAccess | undefined; delhivery?: DelhiveryAccess | undefined }

/** The couriers with keys in the environment. The settings choose which one books; each may send webhooks. */
export type Couriers = Partial<Record<CourierName, Courier>>

export function createCouriers({ shiprocket, delhivery }: CourierAccounts): Couriers {
  return {
    ...(shiprocket && { shiprocket: createShiprocket(shiprocket) }),
    ...(delhivery && { delhivery: createDelhivery(delhivery) }),
  }
}

/** Reads a webhook by its courier; undefined if it is from none of them. */
export function readReport(couriers: Couriers, body: unknown): (CourierReport & { courier: CourierName }) | undefined {
  for (const courier of Object.values(couriers)) {
    const report = courier.readWebhook(body)
    if (report) return isStorable(report) ? { ...report, courier: courier.name } : undefined
  }
  return undefined
}

/** PostgreSQL cannot store NUL, and couriers send no control characters. */
function isStorable({ awb, scans }: CourierReport): boolean {
  return [awb, ...scans.map(({ key }) => key)].every((text) => !/\p{Cc}/u.test(text))
}
