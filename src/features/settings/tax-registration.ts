import { type GstMode, type IndianState, STATE_CODES } from '#src/core/gst.ts'
import { findGstinFault } from '#src/core/gstin.ts'

/** Invoices of small sellers need four digits, others six. */
export const HSN_SHAPE = /^\d{4}(\d{2}){0,2}$/

export function findGstinProblem(gstin: string, homeState: IndianState): string | undefined {
  const fault = findGstinFault(gstin)
  const code = STATE_CODES[homeState]
  if (fault || gstin.startsWith(code)) return fault
  return `A GSTIN of ${homeState} begins with ${code}.`
}

type Registration = { tax: { mode: GstMode; legalName: string }; contact: { gstin: string } }

export function findRegistrationProblem({ tax, contact }: Registration): string | undefined {
  if (tax.mode === 'unregistered') return undefined
  const document = tax.mode === 'regular' ? 'A tax invoice' : 'A bill of supply'
  if (contact.gstin === '') return `${document} names the GSTIN. Please give it under Contact first.`
  if (tax.legalName === '') return `${document} names the legal name. Please give it as on the certificate.`
  return undefined
}
