import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { capitalize } from '#src/core/words.ts'
import { HeatSection } from '#src/features/settings/delivery-settings.contract.ts'
import { MONTH_NAMES } from '#src/features/settings/setting-names.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { type FormFields, type PartProps, SchemaFields } from '#src/ui/forms/schema-form.tsx'

type City = Settings['heat']['cities'][number]

const CITY = HeatSection.shape.cities.element
const MAX_CITIES = 200
const MONTHS = Object.fromEntries(MONTH_NAMES.map((name) => [name, capitalize(name)])) as Record<
  (typeof MONTH_NAMES)[number],
  string
>
const FIELDS: FormFields<City> = [
  {
    className: 'grid grid-cols-2 items-start gap-3 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]',
    fields: {
      prefix: { label: 'PIN begins', inputMode: 'numeric', maxLength: 6 },
      place: 'Place',
      state: { label: 'State', className: 'max-sm:col-span-2' },
    },
  },
  {
    months: {
      title: 'Usual highest temperature of a day (°C)',
      className: 'grid grid-cols-3 gap-3 sm:grid-cols-6',
      fields: MONTHS,
    },
  },
]
const BLANK: City = {
  ...{ prefix: '', place: '', state: 'Telangana' },
  months: Object.fromEntries(MONTH_NAMES.map((month) => [month, Number.NaN])) as City['months'],
}
const PATHS = ['prefix', 'place', 'state', 'months', ...MONTH_NAMES.map((month) => `months.${month}`)]

/** The temperatures of each city; one city is open at a time, and all with errors are. */
export function CityFields({ value, set, errorOf }: PartProps<Settings['heat']>) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<number>()
  const { cities } = value
  const setCities = (changed: City[]) => set({ ...value, cities: changed })
  const errorOfCity = (index: number) => (path: string) => errorOf(`cities.${index}.${path}`)
  const isOpen = (index: number) => index === open || PATHS.some(errorOfCity(index))
  const shown = cities.flatMap((city, index) => (isOpen(index) || isFound(city, typed) ? [{ city, index }] : []))
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="font-semibold">Temperatures</legend>
      <p className="max-w-[60ch] text-cocoa-600 text-small">
        The usual highest temperature of a day, by month: normals of the India Meteorological Department. The longest
        PIN code counts; elsewhere, the hottest city of the state.
      </p>
      <Field
        label="Find a city"
        placeholder="Name, PIN or state"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        className="sm:max-w-80"
      />
      {errorOf('cities') && <p className="font-medium text-err text-meta">{errorOf('cities')}</p>}
      <ul aria-label="Cities" className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {shown.map(({ city, index }) => (
          <CityRow
            key={index}
            value={city}
            isOpen={isOpen(index)}
            onToggle={() => setOpen(index === open ? undefined : index)}
            set={(changed) => setCities(cities.with(index, changed))}
            onRemove={() => {
              setOpen(undefined)
              setCities(cities.toSpliced(index, 1))
            }}
            errorOf={errorOfCity(index)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="text-cocoa-600">No city is called “{typed}”.</p>}
      {cities.length < MAX_CITIES && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            setOpen(cities.length)
            setCities([...cities, BLANK])
          }}
          className="justify-self-start"
        >
          <Plus aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
          Add a city
        </Button>
      )}
    </fieldset>
  )
}

type CityRowProps = PartProps<City> & { isOpen: boolean; onToggle: () => void; onRemove: () => void }

function CityRow({ value: city, set, errorOf, isOpen, onToggle, onRemove }: CityRowProps) {
  return (
    <li className={`border-line border-b ${isOpen ? 'col-span-full' : ''}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-12 w-full items-center gap-3 py-1.5 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{city.place || 'A new city'}</span>
          <span className="block truncate text-cocoa-600 text-meta">{`PIN ${city.prefix || '?'}…, ${city.state}`}</span>
        </span>
        <span className="whitespace-nowrap text-small tabular-nums">{hottestMonth(city)}</span>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.5}
          className={`size-5 shrink-0 transition-transform duration-150 ease-house ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      {isOpen && (
        <div className="grid gap-4 pt-2 pb-5">
          <SchemaFields schema={CITY} fields={FIELDS} value={city} set={set} errorOf={errorOf} />
          <Button variant="link" onClick={onRemove} className="justify-self-start text-small">
            {`Remove ${city.place || 'this city'}`}
          </Button>
        </div>
      )}
    </li>
  )
}

function hottestMonth({ months }: City): string {
  const hottest = MONTH_NAMES.reduce((most, month) => (months[month] > months[most] ? month : most))
  return Number.isNaN(months[hottest]) ? '' : `${months[hottest]} °C in ${MONTHS[hottest]}`
}

function isFound({ prefix, place, state }: City, typed: string): boolean {
  const words = typed.trim().toLowerCase()
  const isPlace = [place, state].some((name) => name.toLowerCase().includes(words))
  return isPlace || (/^\d+$/.test(words) && (prefix.startsWith(words) || words.startsWith(prefix)))
}
