import { COURIER_NAMES } from './couriers.ts'

export const DATA_PROCESSORS = ['razorpay', 'bank', 'mail', 'msg91', 'whatsapp', ...COURIER_NAMES, 'storage'] as const
export type DataProcessor = (typeof DATA_PROCESSORS)[number]

export const DATA_PROCESSOR_TEXTS: Record<DataProcessor, string> = {
  razorpay: 'Razorpay (India) takes UPI payments: the amount, the order, and your UPI id.',
  bank: 'Our own bank receives UPI payments: we see your UPI id or name on its statement.',
  mail: 'A mail server delivers our e-mails: your address and the text.',
  msg91: 'MSG91 (India) and the operators deliver SMS: your number and the text.',
  whatsapp: 'WhatsApp (Meta) delivers news of an order if you ask for it: your number and the text.',
  shiprocket: 'Shiprocket (India) and the courier that it chooses bring parcels: name, address and number.',
  delhivery: 'Delhivery (India) brings parcels: name, address and number.',
  storage: 'A storage service keeps pictures of products. It gets no personal data.',
}
