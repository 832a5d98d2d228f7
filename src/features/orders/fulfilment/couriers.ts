const PAGES: Record<string, (trackingNumber: string) => string> = {
  'Blue Dart': (number) => `https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  Delhivery: (number) => `https://www.delhivery.com/track/package/${number}`,
  Shiprocket: (number) => `https://shiprocket.co/tracking/${number}`,
  XpressBees: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}`,
}

export const COURIERS = [...Object.keys(PAGES), 'DTDC', 'India Post', 'Professional Couriers']

/** Null if the courier has no known tracking page. */
export function getTrackingUrl(courier: string, trackingNumber: string): string | null {
  return PAGES[courier]?.(encodeURIComponent(trackingNumber)) ?? null
}
