/** The couriers of whom a link is known by which anybody follows a parcel. */
const PAGES: Record<string, (trackingNumber: string) => string> = {
  'Blue Dart': (number) => `https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  Delhivery: (number) => `https://www.delhivery.com/track/package/${number}`,
  XpressBees: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}`,
}

/** What the field for the courier offers; any other name may be typed. */
export const COURIERS = [...Object.keys(PAGES), 'DTDC', 'India Post', 'Professional Couriers']

/** The courier's own page about one parcel; null for couriers of whom none is known. */
export function getTrackingUrl(courier: string, trackingNumber: string): string | null {
  return PAGES[courier]?.(encodeURIComponent(trackingNumber)) ?? null
}
