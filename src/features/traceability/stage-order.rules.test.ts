import { describe, expect, it } from 'vitest'
import { emptyRecord, unwrittenParts } from './batch-template.rules.ts'
import { BatchRecord } from './maker-batches.contract.ts'
import { MAX_STAGES, withNewStage, withoutStage, withStageMoved } from './stage-order.rules.ts'

const TODAY = '2026-11-22'
const house = emptyRecord('Forastero beans', TODAY)
const idsOf = ({ stages }: BatchRecord) => stages.map(({ id }) => id)

describe('the stages of a batch', () => {
  it('can be more than those of the house, each with an id of its own, up to the most that a record has', () => {
    let record: BatchRecord = house
    while (record.stages.length < MAX_STAGES) record = withNewStage(record, TODAY)
    expect(new Set(idsOf(record)).size).toBe(MAX_STAGES)
    expect(BatchRecord.safeParse(record).success).toBe(true)
    expect(BatchRecord.safeParse(withNewStage(record, TODAY)).success).toBe(false)
  })

  it('have to be written before anybody sees them, also a new one', () => {
    expect(unwrittenParts(withNewStage(house, TODAY))).toContain('New stage')
  })

  it('give the id of one that was taken out to the next new one', () => {
    const two = withNewStage(withNewStage(house, TODAY), TODAY)
    expect(idsOf(withNewStage(withoutStage(two, 'stage-1'), TODAY)).slice(-2)).toEqual(['stage-2', 'stage-1'])
  })

  it('can be fewer: a batch at a stage that is taken out is at the one before', () => {
    const drying = { ...house, currentStage: 'drying' }
    expect(withoutStage(drying, 'drying').currentStage).toBe('fermentation')
    expect(withoutStage(drying, 'product').currentStage).toBe('drying')
    expect(withoutStage(house, 'harvest')).toMatchObject({ currentStage: 'fermentation' })
    expect(withoutStage(house, 'unknown')).toEqual(house)
  })

  it('are never none', () => {
    const last = { ...house, stages: house.stages.slice(0, 1) }
    expect(withoutStage(last, 'harvest')).toEqual(last)
  })

  it('change places, as far as there are any', () => {
    expect(idsOf(withStageMoved(house, 'drying', -1)).slice(0, 3)).toEqual(['harvest', 'drying', 'fermentation'])
    expect(idsOf(withStageMoved(house, 'drying', 1)).slice(2, 4)).toEqual(['shipping', 'drying'])
    expect(withStageMoved(house, 'harvest', -1)).toEqual(house)
    expect(withStageMoved(house, 'product', 1)).toEqual(house)
  })
})
