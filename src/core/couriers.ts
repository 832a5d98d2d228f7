/** The couriers with an API. A parcel can always go by hand, too. The port names what another one needs. */
export const COURIER_NAMES = ['shiprocket', 'delhivery'] as const
export type CourierName = (typeof COURIER_NAMES)[number]

export const COURIER_TITLES = {
  shiprocket: 'Shiprocket',
  delhivery: 'Delhivery',
} as const satisfies Record<CourierName, string>

export const COURIER_VARIABLES = {
  shiprocket: { keys: ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD'], url: 'SHIPROCKET_API_URL' },
  delhivery: { keys: ['DELHIVERY_TOKEN'], url: 'DELHIVERY_API_URL' },
} as const satisfies Record<CourierName, { keys: readonly string[]; url: string }>

const COURIER_PAGES: Record<CourierName, (awb: string) => string> = {
  shiprocket: (awb) => `https://shiprocket.co/tracking/${awb}`,
  delhivery: (awb) => `https://www.delhivery.com/track/package/${awb}`,
}

const PAGES: Record<string, (trackingNumber: string) => string> = {
  'Blue Dart': (number) => `https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  ...Object.fromEntries(COURIER_NAMES.map((name) => [COURIER_TITLES[name], COURIER_PAGES[name]])),
  XpressBees: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}`,
}

export const COURIERS = [...Object.keys(PAGES), 'DTDC', 'India Post', 'Professional Couriers']

/** Null if the courier has no known tracking page. */
export function getTrackingUrl(courier: string, trackingNumber: string): string | null {
  return PAGES[courier]?.(encodeURIComponent(trackingNumber)) ?? null
}
