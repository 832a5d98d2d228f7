import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SAMPLE_BATCH } from '#db/demo/seed-sample-batch.ts'
import { batchStatusTone, calculateProgress, certificateStatus, findCurrentStage, formatBatchStatus } from './batch.ts'
import { STAGE_STATUSES } from './batch-values.ts'

describe('progress', () => {
  it('counts the completed stages: four of six in the sample', () => {
    expect(calculateProgress(SAMPLE_BATCH.stages)).toEqual({ completed: 4, all: 6, percent: 67 })
  })

  it('is 0 without stages', () => {
    expect(calculateProgress([])).toEqual({ completed: 0, all: 0, percent: 0 })
  })

  it('goes from 0 to 100, and reaches 100 only with the last stage', () => {
    const stages = fc.array(fc.record({ status: fc.constantFrom(...STAGE_STATUSES) }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(stages, (all) => {
        const { completed, percent } = calculateProgress(all)
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent === 100).toBe(completed === all.length)
        expect(percent === 0).toBe(completed === 0)
      }),
    )
  })
})

it.each([
  ['excellent', 'ok'],
  ['good', 'info'],
  ['acceptable', 'warn'],
  ['poor', 'err'],
  ['active', 'ok'],
  ['expired', 'err'],
  ['completed', 'ok'],
  ['in-progress', 'info'],
  ['pending', 'neutral'],
  ['Excellent', 'ok'],
  ['revoked', 'neutral'],
  ['constructor', 'neutral'],
  ['', 'neutral'],
])('the status %j has the colour %s', (status, tone) => {
  expect(batchStatusTone(status)).toBe(tone)
})

it('shows a status without its hyphen', () => {
  expect(STAGE_STATUSES.map(formatBatchStatus)).toEqual(['completed', 'in progress', 'pending'])
})

it.each([
  ['active', '2026-11-20', 'expired'],
  ['active', '2026-11-21', 'active'],
  ['active', '2027-01-01', 'active'],
  ['suspended', '2026-11-20', 'expired'],
  ['suspended', '2026-11-22', 'suspended'],
  ['expired', '2030-01-01', 'expired'],
])('a certificate that is %s until %s is %s on 2026-11-21', (status, validUntil, shown) => {
  expect(certificateStatus({ status, validUntil }, '2026-11-21')).toBe(shown)
})

it('finds the current stage', () => {
  expect(findCurrentStage(SAMPLE_BATCH)?.name).toBe('Processing & Roasting')
  expect(findCurrentStage({ ...SAMPLE_BATCH, currentStage: 'nowhere' })).toBeUndefined()
})
