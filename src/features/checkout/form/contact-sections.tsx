import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Address } from '#src/features/addresses/addresses.contract.ts'
import { addressesQuery } from '#src/features/addresses/addresses.queries.ts'
import { NO_RECIPIENT } from '#src/features/checkout/gift/gift-form.contract.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { CheckoutInput } from './checkout.contract.ts'
import { AddressSection, CustomerSection } from './form-sections.tsx'
import { listUsableAddresses, toAddressFields, WITHOUT_ADDRESS } from './saved-address.ts'
import { SavedAddressCard } from './saved-address-card.tsx'
import { type CheckoutFormMethods, fillForm } from './use-checkout-form.ts'

type ContactSectionsProps = { form: CheckoutFormMethods; canBeForSeveral?: boolean }

/** The customer and the address: a saved one as a card, or the fields. */
export function ContactSections({ form, canBeForSeveral = false }: ContactSectionsProps) {
  const { tax } = usePublicSettings()
  const { data = [] } = useQuery(addressesQuery)
  const saved = listUsableAddresses(data, tax)
  const names = ['addressId', 'deliveryMethod', 'isGift'] as const
  const [addressId, method, isGift] = useWatch({ control: form.control, name: names })
  const [isChoosing, setChoosing] = useState(false)
  const chosen = method === 'pickup' ? undefined : saved.find(({ id }) => id === addressId)
  const { moveFocus, takeFocus } = useMovedFocus()

  function fill(fields: Partial<CheckoutInput>) {
    moveFocus()
    form.clearErrors()
    fillForm(form, fields)
  }
  function openList() {
    moveFocus()
    setChoosing(true)
  }
  function choose(address: Address) {
    setChoosing(true)
    fill(toAddressFields(address, { isGift }))
  }
  function clear() {
    fill({ ...WITHOUT_ADDRESS, ...(isGift && NO_RECIPIENT) })
  }
  const card = chosen && (
    <SavedAddressCard
      ref={takeFocus}
      saved={isChoosing ? saved : [chosen]}
      chosen={chosen}
      onChoose={choose}
      onOpen={!isChoosing && saved.length > 1 ? openList : undefined}
      onClear={clear}
    />
  )
  const [first] = saved
  return (
    <>
      <CustomerSection form={form} isKnown={chosen !== undefined && !isGift} />
      <AddressSection form={form} card={card} canBeForSeveral={canBeForSeveral}>
        {first && method !== 'pickup' && (
          <Button
            ref={takeFocus}
            variant="link"
            className="justify-self-start sm:col-span-2"
            onClick={() => choose(first)}
          >
            Use a Saved Address
          </Button>
        )}
      </AddressSection>
    </>
  )
}

/** A pressed button disappears, so the focus follows to what it opened. */
function useMovedFocus() {
  const isMoving = useRef(false)
  const moveFocus = () => {
    isMoving.current = true
  }
  const takeFocus = (control: HTMLElement | null) => {
    if (!control || !isMoving.current) return
    isMoving.current = false
    control.focus()
  }
  return { moveFocus, takeFocus }
}
