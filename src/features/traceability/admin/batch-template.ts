import type { Stage } from '#src/features/traceability/traceability.contract.ts'
import type { BatchRecord } from './admin-batches.contract.ts'

/** Must be replaced before the batch is published. */
export const PLACEHOLDER_TEXT = 'To be written'

const STAGES = [
  { id: 'harvest', name: 'Farm Harvest' },
  { id: 'fermentation', name: 'Fermentation' },
  { id: 'drying', name: 'Drying & Storage' },
  { id: 'shipping', name: 'International Shipping' },
  { id: 'roasting', name: 'Processing & Roasting', isHere: true },
  { id: 'product', name: 'Final Product', isHere: true },
]
const STUDIO = { location: 'Hyderabad, India', coordinates: [78.49, 17.39] as [number, number] }
const ELSEWHERE = { location: PLACEHOLDER_TEXT, coordinates: [0, 0] as [number, number] }

/** Creates a record with the studio's six stages and no data. `today` is a day in India. */
export function createEmptyRecord(ingredient: string, today: string): BatchRecord {
  return {
    ingredient,
    currentStage: 'harvest',
    stages: STAGES.map((stage) => createEmptyStage(stage, today)),
    certifications: [],
    qualityMetrics: [],
    sustainability: {
      carbon_footprint: PLACEHOLDER_TEXT,
      water_usage: PLACEHOLDER_TEXT,
      fair_trade: false,
      organic: false,
      local_sourcing: false,
      packaging_recyclable: false,
    },
  }
}

export function createEmptyStage(
  { id, name, isHere = false }: { id: string; name: string; isHere?: boolean },
  today: string,
): Stage {
  return {
    id,
    name,
    ...(isHere ? STUDIO : ELSEWHERE),
    date: today,
    responsible: isHere ? 'The studio' : PLACEHOLDER_TEXT,
    description: PLACEHOLDER_TEXT,
    status: 'pending',
    duration: PLACEHOLDER_TEXT,
    temperature: PLACEHOLDER_TEXT,
    humidity: PLACEHOLDER_TEXT,
    quality_check: false,
  }
}

/** Copies places and texts of another batch, but no dates and results. */
export function copyRecord(other: BatchRecord, ingredient: string, today: string): BatchRecord {
  return {
    ...other,
    ingredient,
    currentStage: other.stages[0]?.id ?? other.currentStage,
    stages: other.stages.map(({ notes: _, ...stage }) => ({
      ...stage,
      date: today,
      status: 'pending',
      quality_check: false,
    })),
    // Measurements belong to the other batch.
    qualityMetrics: [],
  }
}

export function findIncompleteParts({ stages, sustainability }: BatchRecord): string[] {
  const isUnwritten = (part: object) => Object.values(part).includes(PLACEHOLDER_TEXT)
  return [
    ...stages.filter(isUnwritten).map(({ name }) => name),
    ...(isUnwritten(sustainability) ? ['Sustainability'] : []),
  ]
}
