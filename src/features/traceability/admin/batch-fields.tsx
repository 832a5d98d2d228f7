import type { ReactNode } from 'react'
import { CERTIFICATE_ICONS, METRIC_STATUSES } from '#src/features/traceability/batch-values.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { RepeatableRows } from '#src/ui/forms/repeatable-rows.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import type { BatchRecord } from './admin-batches.contract.ts'
import { StageList } from './stage-list.tsx'

type BatchFieldsProps = {
  record: BatchRecord
  set: (record: BatchRecord) => void
  /** The server's errors by path: `stages.0.date`. */
  errorOf: (path: string) => string | undefined
}

export function BatchFields({ record, set, errorOf }: BatchFieldsProps) {
  const { ingredient, currentStage, stages } = record
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Ingredient"
          value={ingredient}
          maxLength={200}
          error={errorOf('ingredient')}
          onChange={(event) => set({ ...record, ingredient: event.target.value })}
        />
        <SelectField
          label="Now at"
          value={currentStage}
          error={errorOf('currentStage')}
          onChange={(event) => set({ ...record, currentStage: event.target.value })}
        >
          {stages.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Group title="Stages">
        <StageList record={record} set={set} errorOf={errorOf} />
      </Group>
      <Metrics record={record} set={set} errorOf={errorOf} />
      <Certificates record={record} set={set} errorOf={errorOf} />
      <SustainabilityFields record={record} set={set} errorOf={errorOf} />
    </>
  )
}

function Metrics({ record, set, errorOf }: BatchFieldsProps) {
  return (
    <Group title="Quality metrics">
      <RepeatableRows
        label="Quality metrics"
        rows={record.qualityMetrics}
        onChange={(qualityMetrics) => set({ ...record, qualityMetrics })}
        blank={{ parameter: '', value: Number.NaN, unit: '', optimal_range: '', status: 'good' }}
        add="Add a metric"
        nameOf={({ parameter }) => parameter}
        max={30}
      >
        {(metric, change, index) => {
          const error = (field: string) => errorOf(`qualityMetrics.${index}.${field}`)
          return (
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1.5fr)_5.5rem_4.5rem_minmax(0,1fr)_10rem]">
              <Field
                label="What"
                value={metric.parameter}
                error={error('parameter')}
                onChange={(event) => change({ parameter: event.target.value })}
                className="max-sm:col-span-2"
              />
              <NumberField
                label="Value"
                value={metric.value}
                error={error('value')}
                onChange={(value) => change({ value })}
              />
              <Field label="Unit" value={metric.unit} onChange={(event) => change({ unit: event.target.value })} />
              <Field
                label="Optimal"
                value={metric.optimal_range}
                error={error('optimal_range')}
                onChange={(event) => change({ optimal_range: event.target.value })}
              />
              <SelectField
                label="Is"
                value={metric.status}
                onChange={(event) => change({ status: event.target.value })}
              >
                {[...new Set([...METRIC_STATUSES, metric.status])].map((status) => (
                  <option key={status}>{status}</option>
                ))}
              </SelectField>
            </div>
          )
        }}
      </RepeatableRows>
    </Group>
  )
}

type Certification = BatchRecord['certifications'][number]

const NEW_CERTIFICATE: Certification = {
  name: '',
  issuer: '',
  date: '',
  validUntil: '',
  status: 'active',
  icon: 'leaf',
}

const iconOf = (chosen: string): Certification['icon'] => CERTIFICATE_ICONS.find((icon) => icon === chosen) ?? 'leaf'

function Certificates({ record, set, errorOf }: BatchFieldsProps) {
  return (
    <Group title="Certifications">
      <RepeatableRows
        label="Certifications"
        rows={record.certifications}
        onChange={(certifications) => set({ ...record, certifications })}
        blank={NEW_CERTIFICATE}
        add="Add a certificate"
        nameOf={({ name }) => name}
        max={30}
      >
        {(certificate, change, index) => {
          const text = (field: 'name' | 'issuer' | 'date' | 'validUntil', label: string) => (
            <Field
              label={label}
              type={field === 'date' || field === 'validUntil' ? 'date' : 'text'}
              value={certificate[field]}
              error={errorOf(`certifications.${index}.${field}`)}
              onChange={(event) => change({ [field]: event.target.value })}
            />
          )
          return (
            <div className="grid gap-3 sm:grid-cols-2">
              {text('name', 'Name and number')}
              {text('issuer', 'Issued by')}
              {text('date', 'Valid from')}
              {text('validUntil', 'Valid until')}
              <SelectField
                label="Mark"
                value={certificate.icon}
                onChange={({ target }) => change({ icon: iconOf(target.value) })}
              >
                {CERTIFICATE_ICONS.map((icon) => (
                  <option key={icon}>{icon}</option>
                ))}
              </SelectField>
            </div>
          )
        }}
      </RepeatableRows>
    </Group>
  )
}

const YES_OR_NO = {
  fair_trade: 'Fair Trade',
  organic: 'Organic',
  local_sourcing: 'Local Sourcing',
  packaging_recyclable: 'Recyclable Packaging',
} as const
const USAGES = { carbon_footprint: 'Carbon Footprint', water_usage: 'Water Usage' } as const

function SustainabilityFields({ record, set, errorOf }: BatchFieldsProps) {
  const { sustainability } = record
  const change = (part: Partial<BatchRecord['sustainability']>) =>
    set({ ...record, sustainability: { ...sustainability, ...part } })
  return (
    <Group title="Sustainability">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {Object.entries(USAGES).map(([name, label]) => (
          <Field
            key={name}
            label={label}
            value={sustainability[name as keyof typeof USAGES]}
            error={errorOf(`sustainability.${name}`)}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
        {Object.entries(YES_OR_NO).map(([name, label]) => (
          <CheckboxField
            key={name}
            label={label}
            checked={sustainability[name as keyof typeof YES_OR_NO]}
            onChange={(event) => change({ [name]: event.target.checked })}
          />
        ))}
      </div>
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
