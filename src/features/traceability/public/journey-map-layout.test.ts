import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SAMPLE_BATCH } from '#db/demo/seed-sample-batch.ts'
import { STAGE_STATUSES } from '#src/features/traceability/batch-values.ts'
import { layoutJourney } from './journey-map-layout.ts'

const BOX = { width: 400, height: 320, margin: [80, 40] as [number, number] }

it('draws the sample from the farm to the studio, with near stages as one station', () => {
  const { stations, legs } = layoutJourney(SAMPLE_BATCH.stages, BOX)
  expect(stations.map(({ name, isReached }) => [name, isReached])).toEqual([
    ['Sambirano Valley', true],
    ['Nhava Sheva', true],
    ['Hyderabad', false],
  ])
  expect(legs.map(({ isDone }) => isDone)).toEqual([true, false])
  const [farm, port, studio] = stations
  expect(farm?.y).toBeGreaterThan(port?.y ?? 0)
  expect(farm?.x).toBeLessThan(studio?.x ?? 0)
})

it('draws a single station in the middle', () => {
  const { stations, legs } = layoutJourney(SAMPLE_BATCH.stages.slice(0, 1), BOX)
  expect(stations).toEqual([{ x: 200, y: 160, name: 'Sambirano Valley', isReached: true }])
  expect(legs).toEqual([])
})

it('draws the short way from Fiji to Samoa', () => {
  const stage = (location: string, coordinates: [number, number]) => ({
    location,
    coordinates,
    status: 'pending' as const,
  })
  const { stations } = layoutJourney([stage('Suva', [178.4, -18.1]), stage('Apia', [-171.8, -13.8])], BOX)
  expect(stations[1]?.x).toBeGreaterThan(stations[0]?.x ?? 0)
})

it('stays inside its box', () => {
  const stages = fc.array(
    fc.record({
      location: fc.string(),
      coordinates: fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -90, max: 90 })),
      status: fc.constantFrom(...STAGE_STATUSES),
    }),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(stages, (all) => {
      const { stations, legs } = layoutJourney(all, BOX)
      expect(legs).toHaveLength(stations.length - 1)
      for (const { x, y } of stations) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(BOX.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(BOX.height)
      }
    }),
  )
})
