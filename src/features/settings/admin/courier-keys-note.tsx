import { useQuery } from '@tanstack/react-query'
import { COURIER_TITLES, type CourierName } from '#src/core/couriers.ts'
import { joinNames } from '#src/core/words.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import type { PartProps } from '#src/ui/forms/schema-form.tsx'
import { courierKeysQuery } from './settings-admin.queries.ts'

export function CourierKeysNote({ value: { service } }: PartProps<Settings['courier']>) {
  return service === 'by-hand' ? null : <MissingKeys courier={service} />
}

function MissingKeys({ courier }: { courier: CourierName }) {
  const { data: missing } = useQuery(courierKeysQuery)
  const names = missing?.[courier] ?? []
  if (names.length === 0) return null
  return (
    <div role="status" className="grid gap-1 bg-warn-tint px-4 py-3 text-small text-warn [overflow-wrap:anywhere]">
      <p className="font-semibold">{`${COURIER_TITLES[courier]} cannot be booked yet`}</p>
      <p>
        {`Not set on the server: ${joinNames(names)}. You can save this. `}
        Until they are set and the shop is started again, you ship orders by hand as always: “Mark shipped”, with the
        courier and its number.
      </p>
    </div>
  )
}
