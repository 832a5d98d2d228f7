import { GST_MODES, type GstMode } from '#src/core/gst.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { RepeatableRows } from '#src/ui/forms/repeatable-rows.tsx'
import type { FieldsProps } from './fields-props.ts'

export function TaxFields({ value, set, wrong }: FieldsProps<'tax'>) {
  return (
    <>
      <Modes chosen={value.mode} error={wrong('mode')} onChoose={(mode) => set({ ...value, mode })} />
      <Field
        label="Legal name"
        hint="As on the certificate of registration. Bills and invoices carry it, with the GSTIN and the FSSAI number of the section Contact."
        value={value.legalName}
        maxLength={100}
        error={wrong('legalName')}
        onChange={(event) => set({ ...value, legalName: event.target.value })}
      />
      <Rates value={value} set={set} wrong={wrong} />
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

type ModesProps = { chosen: GstMode; error: string | undefined; onChoose: (mode: GstMode) => void }

function Modes({ chosen, error, onChoose }: ModesProps) {
  return (
    <fieldset aria-describedby={error ? 'mode-error' : undefined}>
      <legend className="mb-3 font-semibold">How is the shop registered for GST?</legend>
      <div className="grid gap-3">
        {GST_MODES.map((mode) => (
          <Mode key={mode} mode={mode} isChosen={mode === chosen} onChoose={() => onChoose(mode)} />
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

function Rates({ value, set, wrong }: FieldsProps<'tax'>) {
  const problem = wrong('rates')
  return (
    <fieldset>
      <legend className="font-semibold">Default HSN and rate</legend>
      <p className="mt-1 mb-3 max-w-[60ch] text-cocoa-600 text-small">
        For every product without its own, and for custom chocolates. A new rate gets a new row with the day from which
        it counts; the rows before stay for what was sold then.
      </p>
      <RepeatableRows
        label="Default HSN and rate"
        rows={value.rates}
        onChange={(rates) => set({ ...value, rates })}
        blank={{ hsn: value.rates.at(-1)?.hsn ?? '', percent: Number.NaN, validFrom: '' }}
        add="Add a rate"
        nameOf={({ hsn, validFrom }) => `${hsn} from ${validFrom}`}
        max={30}
      >
        {(rate, change, index) => (
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_6rem_11rem]">
            <Field
              label="HSN"
              inputMode="numeric"
              className="max-sm:col-span-2"
              value={rate.hsn}
              maxLength={8}
              error={wrong(`rates.${index}.hsn`)}
              onChange={(event) => change({ hsn: event.target.value })}
            />
            <NumberField
              label="GST (%)"
              value={rate.percent}
              error={wrong(`rates.${index}.percent`)}
              onChange={(percent) => change({ percent })}
            />
            <Field
              label="From"
              type="date"
              value={rate.validFrom}
              error={wrong(`rates.${index}.validFrom`)}
              onChange={(event) => change({ validFrom: event.target.value })}
            />
          </div>
        )}
      </RepeatableRows>
      {problem && <p className="mt-2 font-medium text-err text-meta">{problem}</p>}
    </fieldset>
  )
}
