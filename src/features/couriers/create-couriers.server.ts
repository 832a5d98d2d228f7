import { COURIER_NAMES, type CourierName } from '#src/core/couriers.ts'
import type { Courier, CourierReport } from './courier.server.ts'
import { createDelhivery } from './delhivery/delhivery-courier.server.ts'
import { createShiprocket } from './shiprocket/shiprocket-courier.server.ts'

const ADAPTERS = {
  shiprocket: createShiprocket,
  delhivery: createDelhivery,
} satisfies Record<CourierName, (account: never) => Courier>

type Account<Name extends CourierName> = Parameters<(typeof ADAPTERS)[Name]>[0]
const adapters: { [Name in CourierName]: (account: Account<Name>) => Courier } = ADAPTERS

export type CourierAccounts = { [Name in CourierName]?: Account<Name> | undefined }

/** The couriers with keys in the environment. The settings choose which one books; each may send webhooks. */
export type Couriers = Partial<Record<CourierName, Courier>>

export function createCouriers(accounts: CourierAccounts): Couriers {
  return Object.fromEntries(COURIER_NAMES.flatMap((name) => connect(name, accounts[name])))
}

function connect<Name extends CourierName>(name: Name, account: Account<Name> | undefined): [Name, Courier][] {
  return account ? [[name, adapters[name](account)]] : []
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
