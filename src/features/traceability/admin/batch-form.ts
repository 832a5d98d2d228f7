import { METRIC_STATUSES, SUSTAINABILITY_LABELS } from '#src/features/traceability/batch-values.ts'
import type { FormFields } from '#src/ui/forms/schema-form.tsx'
import type { BatchRecord } from './admin-batches.contract.ts'
import { StageList } from './stage-list.tsx'

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
export const BATCH_FIELDS: FormFields<BatchRecord> = [
  {
    className: 'grid gap-4 sm:grid-cols-2',
    fields: {
      ingredient: 'Ingredient',
      currentStage: {
        label: 'Now at',
        options: ({ stages }) => stages.map(({ id, name }) => ({ value: id, label: name })),
      },
    },
  },
  StageList,
  {
    qualityMetrics: {
      title: 'Quality metrics',
      add: 'Add a metric',
      rowName: ({ parameter }) => parameter,
      blank: () => ({ status: 'good' }),
      className: 'grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1.5fr)_5.5rem_4.5rem_minmax(0,1fr)_10rem]',
      row: {
        parameter: { label: 'Measurement', className: 'max-sm:col-span-2' },
        value: 'Value',
        unit: 'Unit',
        optimal_range: 'Optimal',
        status: { label: 'Status', options: ({ status }) => plain([...new Set([...METRIC_STATUSES, status])]) },
      },
    },
    certifications: {
      title: 'Certifications',
      add: 'Add a certificate',
      rowName: ({ name }) => name,
      blank: () => ({ status: 'active' }),
      className: 'grid gap-3 sm:grid-cols-2',
      row: {
        name: 'Name and number',
        issuer: 'Issued by',
        date: 'Valid from',
        validUntil: 'Valid until',
        icon: 'Icon',
      },
    },
    sustainability: {
      title: 'Sustainability',
      className: 'grid gap-x-4 gap-y-3 sm:grid-cols-2',
      fields: SUSTAINABILITY_LABELS,
    },
  },
]
