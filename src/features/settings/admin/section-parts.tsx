import { GST_MODES, type GstMode } from '#src/core/gst.ts'
import type { Section, Settings } from '#src/features/settings/settings.contract.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import type { PartProps } from '#src/ui/forms/schema-form.tsx'

type SectionProps<S extends Section> = PartProps<Settings[S]>

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

export function WeekFields({ value, set, errorOf }: SectionProps<'hours'>) {
  return (
    <>
      <div className="divide-y divide-line border border-line bg-white px-4 sm:px-5">
        {MONDAY_FIRST.map((weekday) => (
          <DayFields
            key={weekday}
            name={WEEKDAYS[weekday] ?? ''}
            day={value.week[weekday] ?? null}
            set={(day) => set({ ...value, week: value.week.with(weekday, day) })}
            error={errorOf(`week.${weekday}.closes`) ?? errorOf(`week.${weekday}.opens`)}
          />
        ))}
      </div>
      {errorOf('week') && <p className="font-medium text-err text-small">{errorOf('week')}</p>}
    </>
  )
}

type Day = Settings['hours']['week'][number]
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
        (['opens', 'closes'] as const).map((end) => (
          <Field
            key={end}
            label={`${name} ${end}`}
            labelHidden
            type="time"
            value={day[end]}
            onChange={(event) => set({ ...day, [end]: event.target.value })}
          />
        ))
      ) : (
        <p className="text-cocoa-600 text-small">closed</p>
      )}
      {error && <p className="col-span-full font-medium text-err text-meta">{error}</p>}
    </fieldset>
  )
}

export function PrivacyCard({ value, set, errorOf }: SectionProps<'policies'>) {
  return (
    <>
      <fieldset className="grid gap-3 border border-line bg-white p-4 sm:p-5">
        <legend className="sr-only">Privacy</legend>
        <p className="font-semibold">Privacy</p>
        <p className="text-cocoa-600 text-small">
          This text is part of the shop, because it says what data the shop stores.{' '}
          <a
            href="/about#privacy"
            target="_blank"
            rel="noopener"
            className="font-semibold underline underline-offset-4"
          >
            Read it on the About page
          </a>
        </p>
        <CheckboxField
          label="I have read this"
          checked={value.privacy.isConfirmed}
          onChange={(event) => set({ ...value, privacy: { isConfirmed: event.target.checked } })}
        />
      </fieldset>
      {errorOf('policies') && <p className="font-medium text-err text-meta">{errorOf('policies')}</p>}
    </>
  )
}

type ModeText = { name: string; who: string; may: string; sends: string; gives: string }

/** The exemption: up to ₹20 lakh in Telangana (₹40 lakh elsewhere), sales within the state only. */
const MODE_TEXTS: Record<GstMode, ModeText> = {
  unregistered: {
    name: 'Not registered',
    who: 'Up to ₹20 lakh turnover a year in Telangana, and no parcel to another state.',
    may: 'You collect no tax and name no GSTIN.',
    sends: 'Inside Telangana only. Checkout takes no other address.',
    gives: 'A plain bill of what was bought.',
  },
  composition: {
    name: 'Composition scheme',
    who: 'Up to ₹1.5 crore turnover a year, for those who have opted in.',
    may: 'You pay 1% of your turnover yourself and may not collect tax from customers.',
    sends: 'Inside Telangana only. Checkout takes no other address.',
    gives: 'A bill of supply.',
  },
  regular: {
    name: 'Regular registration',
    who: 'At any turnover, and required before the first parcel leaves Telangana.',
    may: 'Your prices include GST, which you pay on.',
    sends: 'All of India.',
    gives: 'A tax invoice, with CGST and SGST inside Telangana and IGST outside.',
  },
}

export function GstModes({ value, set, errorOf }: SectionProps<'tax'>) {
  const error = errorOf('mode')
  return (
    <fieldset aria-describedby={error ? 'mode-error' : undefined}>
      <legend className="mb-3 font-semibold">How is the shop registered for GST?</legend>
      <div className="grid gap-3">
        {GST_MODES.map((mode) => (
          <Mode key={mode} mode={mode} isChosen={mode === value.mode} onChoose={() => set({ ...value, mode })} />
        ))}
      </div>
      {error && (
        <p id="mode-error" className="mt-2 font-medium text-err text-meta">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Mode({ mode, isChosen, onChoose }: { mode: GstMode; isChosen: boolean; onChoose: () => void }) {
  const { name, who, may, sends, gives } = MODE_TEXTS[mode]
  const facts = [
    ['Tax', may],
    ['You ship', sends],
    ['You issue', gives],
  ]
  return (
    <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-4 border border-line-strong bg-white p-5 transition-colors duration-150 ease-house hover:border-cocoa-600 has-checked:border-cocoa-900 has-checked:shadow-[inset_0_0_0_1px_var(--color-cocoa-900)]">
      <input
        type="radio"
        name="mode"
        value={mode}
        checked={isChosen}
        onChange={onChoose}
        aria-label={name}
        className="mt-0.5 size-5 accent-cocoa-900"
      />
      <span className="grid gap-2">
        <span className="font-semibold">{name}</span>
        <span className="text-small">{who}</span>
        <span className="grid gap-x-4 gap-y-1 text-cocoa-600 text-small sm:grid-cols-[5.5rem_minmax(0,1fr)]">
          {facts.map(([what, text]) => (
            <span key={what} className="contents">
              <span className="text-cocoa-500 max-sm:mt-1">{what}</span>
              <span>{text}</span>
            </span>
          ))}
        </span>
      </span>
    </label>
  )
}
