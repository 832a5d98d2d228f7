import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { RepeatableRows } from '#src/ui/forms/repeatable-rows.tsx'
import type { FieldsProps } from './fields-props.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

export function HoursFields({ value, set, wrong }: FieldsProps<'hours'>) {
  const setDay = (weekday: number, day: Day) =>
    set({ ...value, week: value.week.map((current, at) => (at === weekday ? day : current)) })
  return (
    <>
      <div className="divide-y divide-line border border-line bg-white px-4 sm:px-5">
        {MONDAY_FIRST.map((weekday) => (
          <DayFields
            key={weekday}
            name={WEEKDAYS[weekday] ?? ''}
            day={value.week[weekday] ?? null}
            set={(day) => setDay(weekday, day)}
            error={wrong(`week.${weekday}.closes`) ?? wrong(`week.${weekday}.opens`)}
          />
        ))}
      </div>
      {wrong('week') && <p className="font-medium text-err text-small">{wrong('week')}</p>}
      <Holidays holidays={value.holidays} set={(holidays) => set({ ...value, holidays })} wrong={wrong} />
    </>
  )
}

type Hours = FieldsProps<'hours'>['value']
type Day = Hours['week'][number]
type DayFieldsProps = { name: string; day: Day; set: (day: Day) => void; error: string | undefined }

function DayFields({ name, day, set, error }: DayFieldsProps) {
  return (
    <fieldset className="grid grid-cols-2 items-center gap-x-4 gap-y-1 py-3 sm:grid-cols-[10rem_9rem_9rem_1fr]">
      <legend className="sr-only">{name}</legend>
      <CheckboxField
        label={name}
        checked={day !== null}
        onChange={(event) => set(event.target.checked ? { opens: '09:00', closes: '19:00' } : null)}
        className="max-sm:col-span-2"
      />
      {day ? (
        <>
          <Field
            label={`${name} opens`}
            labelHidden
            type="time"
            value={day.opens}
            onChange={(event) => set({ ...day, opens: event.target.value })}
          />
          <Field
            label={`${name} closes`}
            labelHidden
            type="time"
            value={day.closes}
            onChange={(event) => set({ ...day, closes: event.target.value })}
          />
        </>
      ) : (
        <p className="text-cocoa-600 text-small">closed</p>
      )}
      {error && <p className="col-span-full font-medium text-err text-meta">{error}</p>}
    </fieldset>
  )
}

type HolidaysProps = {
  holidays: Hours['holidays']
  set: (holidays: Hours['holidays']) => void
  wrong: FieldsProps<'hours'>['wrong']
}

function Holidays({ holidays, set, wrong }: HolidaysProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-semibold">Holidays</legend>
      <RepeatableRows
        label="Holidays"
        rows={holidays}
        onChange={set}
        blank={{ day: '', everyYear: false, name: '' }}
        add="Add a holiday"
        nameOf={({ name }) => name}
        max={60}
      >
        {(holiday, change, index) => (
          <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto] sm:items-end">
            <Field
              label="Name"
              value={holiday.name}
              maxLength={80}
              error={wrong(`holidays.${index}.name`)}
              onChange={(event) => change({ name: event.target.value })}
            />
            <Field
              label="Day"
              type="date"
              value={holiday.day}
              error={wrong(`holidays.${index}.day`)}
              onChange={(event) => change({ day: event.target.value })}
            />
            <CheckboxField
              label="Every year"
              checked={holiday.everyYear}
              onChange={(event) => change({ everyYear: event.target.checked })}
            />
          </div>
        )}
      </RepeatableRows>
    </fieldset>
  )
}
