import { describe, expect, it } from 'vitest'
import { BatchRecord } from './admin-batches.contract.ts'
import { createEmptyRecord, findIncompleteParts } from './batch-template.ts'
import { addStage, MAX_STAGES, moveStage, removeStage } from './stage-order.ts'

const TODAY = '2026-11-22'
const house = createEmptyRecord('Forastero beans', TODAY)
const idsOf = ({ stages }: BatchRecord) => stages.map(({ id }) => id)

describe('the stages of a batch', () => {
  it('can be added up to the maximum, each with a unique id', () => {
    let record: BatchRecord = house
    while (record.stages.length < MAX_STAGES) record = addStage(record, TODAY)
    expect(new Set(idsOf(record)).size).toBe(MAX_STAGES)
    expect(BatchRecord.safeParse(record).success).toBe(true)
    expect(BatchRecord.safeParse(addStage(record, TODAY)).success).toBe(false)
  })

  it('must be complete before publishing, also new ones', () => {
    expect(findIncompleteParts(addStage(house, TODAY))).toContain('New stage')
  })

  it('reuse the id of a removed stage', () => {
    const two = addStage(addStage(house, TODAY), TODAY)
    expect(idsOf(addStage(removeStage(two, 'stage-1'), TODAY)).slice(-2)).toEqual(['stage-2', 'stage-1'])
  })

  it('can be removed: the stage before the current one becomes current', () => {
    const drying = { ...house, currentStage: 'drying' }
    expect(removeStage(drying, 'drying').currentStage).toBe('fermentation')
    expect(removeStage(drying, 'product').currentStage).toBe('drying')
    expect(removeStage(house, 'harvest')).toMatchObject({ currentStage: 'fermentation' })
    expect(removeStage(house, 'unknown')).toEqual(house)
  })

  it('cannot all be removed', () => {
    const last = { ...house, stages: house.stages.slice(0, 1) }
    expect(removeStage(last, 'harvest')).toEqual(last)
  })

  it('can be moved within the list', () => {
    expect(idsOf(moveStage(house, 'drying', -1)).slice(0, 3)).toEqual(['harvest', 'drying', 'fermentation'])
    expect(idsOf(moveStage(house, 'drying', 1)).slice(2, 4)).toEqual(['shipping', 'drying'])
    expect(moveStage(house, 'harvest', -1)).toEqual(house)
    expect(moveStage(house, 'product', 1)).toEqual(house)
  })
})
