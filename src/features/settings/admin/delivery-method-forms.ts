import { COURIER_TITLES } from '#src/core/couriers.ts'
import { COURIER_SERVICE_NAMES, COURIER_SERVICES } from '#src/features/settings/delivery-settings.contract.ts'
import { CityFields } from './city-fields.tsx'
import { CourierKeysNote } from './courier-keys-note.tsx'
import type { SectionForms } from './money-forms.ts'

const TWO_COLUMNS = 'grid gap-4 sm:grid-cols-2'
const limits = (title: string) => ({
  title,
  className: TWO_COLUMNS,
  fields: {
    coolPackFrom: {
      label: 'Needs a cool pack from (°C)',
      hint: 'The usual highest temperature where the parcel goes.',
    },
    longestTransit: {
      label: 'Longest journey with a cool pack (business days)',
      hint: 'To places further away it waits until it is cooler.',
    },
  },
})

/** How an order reaches its customer, and what heat asks. */
export const DELIVERY_METHOD_FORMS: Pick<SectionForms, 'pickup' | 'sameDay' | 'courier' | 'heat' | 'gift'> = {
  pickup: {
    title: 'Pickup at the studio',
    text: 'Customers pick up their order during the studio hours, also on Sundays, and show a code. You enter it under Orders when you hand the order over.',
    fields: [
      {
        isOffered: 'Customers can pick up their order',
        address: {
          label: 'Address',
          placeholder: 'Street and number, area',
          hint: 'Without the city and the state: the shop adds them. For GST, what is picked up is sold in your state.',
        },
      },
      {
        className: TWO_COLUMNS,
        fields: {
          pincode: { label: 'PIN code', inputMode: 'numeric', maxLength: 6 },
          fee: 'Price (₹)',
          readyFrom: {
            label: 'Ready on the day of packing from',
            type: 'time',
            hint: 'If the studio closes earlier, the order is ready on the next day it is open.',
          },
          text: { label: 'How to find you', placeholder: 'Second floor, ring at the brown door' },
        },
      },
    ],
  },
  sameDay: {
    title: 'Delivery on the same day',
    text: 'A rider brings orders that are placed before the cut-off, on days on which parcels leave. In the packing queue they come first.',
    fields: [
      { isOffered: 'Customers can choose it' },
      {
        className: TWO_COLUMNS,
        fields: {
          fee: 'Price (₹)',
          cutOff: { label: 'Orders until', type: 'time', hint: 'Later orders cannot choose it on this day.' },
          text: { label: 'What the customer reads', placeholder: 'Between 4 PM and 8 PM' },
        },
      },
      {
        prefixes: {
          title: 'Where: PIN codes begin with',
          add: 'Add an area',
          rowName: (prefix) => prefix,
          row: { label: (index) => `PIN begins ${index + 1}`, type: 'text' },
        },
      },
    ],
  },
  courier: {
    title: 'Courier',
    text: `Who brings the parcels. With ${Object.values(COURIER_TITLES).join(' or ')} you book a packed order under Orders, print its label, and the courier reports where it is. You can always ship by hand.`,
    fields: [
      {
        service: {
          label: 'Parcels are booked with',
          options: () => COURIER_SERVICES.map((value) => ({ value, label: COURIER_SERVICE_NAMES[value] })),
        },
      },
      CourierKeysNote,
      {
        className: TWO_COLUMNS,
        fields: {
          pickupLocation: {
            label: 'Pickup location',
            hint: 'The name of the studio in your account at the courier, letter for letter.',
          },
          pincode: { label: 'PIN code of the studio', inputMode: 'numeric', maxLength: 6 },
          packagingGrams: {
            label: 'Packaging (g)',
            hint: 'Box, padding and gel packs. Added to what is in the parcel.',
          },
          itemGrams: { label: 'An item without a net weight (g)' },
        },
      },
      {
        sides: {
          title: 'Usual size of a parcel (cm)',
          className: 'grid grid-cols-3 gap-4',
          fields: { length: 'Length', breadth: 'Breadth', height: 'Height' },
        },
      },
    ],
  },
  gift: {
    title: 'Gifts',
    text: 'Customers can send an order to somebody else, with a card. The box then holds no prices.',
    fields: [
      { isOffered: 'Orders can be gifts' },
      {
        className: TWO_COLUMNS,
        fields: { wrapFee: 'Price of wrapping (₹)', text: 'What the customer reads about wrapping' },
      },
    ],
  },
  heat: {
    title: 'Heat',
    text: 'Chocolate that would melt on the way travels with a cool pack, or waits until it is cooler. Each product says under Melts like whether it is a bar, a bonbon or a truffle.',
    fields: [
      { isOn: 'Protect parcels from heat' },
      {
        className: TWO_COLUMNS,
        fields: {
          coolPackFee: 'Price of a cool pack (₹)',
          safeTransit: {
            label: 'Needs no cooling for (business days)',
            hint: 'With 1, a parcel that arrives the next day needs no cool pack in any heat.',
          },
        },
      },
      {
        classes: {
          fields: { bar: limits('Bars'), bonbon: limits('Bonbons'), truffle: limits('Truffles') },
        },
      },
      CityFields,
    ],
  },
}
