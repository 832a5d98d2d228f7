import { describe, expect, it } from 'vitest'
import { BatchRecord } from './admin-batches.contract.ts'
import { createEmptyRecord, findIncompleteParts } from './batch-template.ts'
import { addStage, MAX_STAGES, moveStage, removeStage } from './stage-order.ts'

const TODAY = '2026-11-22'
const house = createEmptyRecord('Forastero beans', TODAY)
const idsOf = ({ stages }: BatchRecord) => stages.map(({ id }) => id)

describe('the stages of a batch', () => {
  it('can be more than those of the house, each with an id of its own, up to the most that a record has', () => {
    let record: BatchRecord = house
    while (record.stages.length < MAX_STAGES) record = addStage(record, TODAY)
    expect(new Set(idsOf(record)).size).toBe(MAX_STAGES)
    expect(BatchRecord.safeParse(record).success).toBe(true)
    expect(BatchRecord.safeParse(addStage(record, TODAY)).success).toBe(false)
  })

  it('have to be written before anybody sees them, also a new one', () => {
    expect(findIncompleteParts(addStage(house, TODAY))).toContain('New stage')
  })

  it('give the id of one that was taken out to the next new one', () => {
    const two = addStage(addStage(house, TODAY), TODAY)
    expect(idsOf(addStage(removeStage(two, 'stage-1'), TODAY)).slice(-2)).toEqual(['stage-2', 'stage-1'])
  })

  it('can be fewer: a batch at a stage that is taken out is at the one before', () => {
    const drying = { ...house, currentStage: 'drying' }
    expect(removeStage(drying, 'drying').currentStage).toBe('fermentation')
    expect(removeStage(drying, 'product').currentStage).toBe('drying')
    expect(removeStage(house, 'harvest')).toMatchObject({ currentStage: 'fermentation' })
    expect(removeStage(house, 'unknown')).toEqual(house)
  })

  it('are never none', () => {
    const last = { ...house, stages: house.stages.slice(0, 1) }
    expect(removeStage(last, 'harvest')).toEqual(last)
  })

  it('change places, as far as there are any', () => {
    expect(idsOf(moveStage(house, 'drying', -1)).slice(0, 3)).toEqual(['harvest', 'drying', 'fermentation'])
    expect(idsOf(moveStage(house, 'drying', 1)).slice(2, 4)).toEqual(['shipping', 'drying'])
    expect(moveStage(house, 'harvest', -1)).toEqual(house)
    expect(moveStage(house, 'product', 1)).toEqual(house)
  })
})
