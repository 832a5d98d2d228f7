import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { sendJson } from '#src/browser/http-client.ts'
import type { Address, AddressInput } from './addresses.contract.ts'

export const addressesQuery = queryOptions<Address[]>({ queryKey: ['/api/addresses'] })

const refreshes = [addressesQuery.queryKey]

type TypedPlace = Record<keyof AddressInput['shippingAddress'], string>
export type TypedAddress = Omit<AddressInput, 'shippingAddress'> & { shippingAddress: TypedPlace }

export const saveAddress = mutationOptions({
  mutationFn: ({ id, ...address }: TypedAddress & { id?: Address['id'] | undefined }) =>
    id
      ? sendJson<Address>('PUT', `/api/addresses/${id}`, address)
      : sendJson<Address>('POST', '/api/addresses', address),
  meta: {
    success: { title: 'Address Saved' },
    failure: (error) => ({
      title: 'Not Saved',
      description: serverMessage(error) ?? 'We could not save the address. Please try again.',
    }),
    refreshes,
  },
})

export const removeAddress = mutationOptions({
  mutationFn: ({ id }: Pick<Address, 'id'>) => sendJson<undefined>('DELETE', `/api/addresses/${id}`),
  meta: {
    success: { title: 'Address Deleted', description: 'Orders that went there keep it.' },
    failure: { title: 'Not Deleted', description: 'We could not delete the address. Please try again.' },
    refreshes,
  },
})
