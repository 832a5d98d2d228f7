import { formatMobile } from '#src/core/shop-contact.ts'
import type { Address } from './addresses.contract.ts'

type AddressTextProps = { address: Address; className?: string }

/** An address as it is written on a parcel, with the telephone number. */
export function AddressText({ address: { shippingAddress: to, phone }, className = '' }: AddressTextProps) {
  return (
    <address className={`text-small not-italic [overflow-wrap:anywhere] ${className}`}>
      <span className="block">{to.address}</span>
      {to.landmark && <span className="block">{to.landmark}</span>}
      <span className="block">
        {to.city}, {to.state} <span className="whitespace-nowrap">{to.pincode}</span>
      </span>
      <span className="block whitespace-nowrap">{formatMobile(phone)}</span>
    </address>
  )
}

/** Whose address it is, and which one. */
export function nameAddress({ label, shippingAddress: { firstName, lastName } }: Address): string {
  return [label, `${firstName} ${lastName}`].filter(Boolean).join(', ')
}

/** Tells addresses of one person apart. */
export const describeAddress = (address: Address) => `${nameAddress(address)}, ${address.shippingAddress.address}`
