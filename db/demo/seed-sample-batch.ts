import type { Db } from '#src/db/database.server.ts'
import { seedBatch } from '#src/features/traceability/public/traceability.server.ts'
import type { NewBatch } from '#src/features/traceability/traceability.contract.ts'

/** Seeds the sample batch, which is marked as one. */
export async function seedSampleBatch(db: Db): Promise<void> {
  await seedBatch(db, SAMPLE_BATCH)
}

type Place = Pick<NewBatch['stages'][number], 'location' | 'coordinates'>

const AMBANJA: Place = { location: 'Ambanja, Madagascar', coordinates: [48.45, -13.68] }
const STUDIO: Place = { location: 'Hyderabad, India', coordinates: [78.49, 17.39] }

export const SAMPLE_BATCH: NewBatch = {
  ingredient: 'Trinitario cocoa beans',
  batchId: 'GC-2026-114',
  currentStage: 'roasting',
  isSample: true,
  stages: [
    {
      id: 'harvest',
      name: 'Farm Harvest',
      location: 'Sambirano Valley, Madagascar',
      coordinates: [48.52, -13.82],
      date: '2026-06-04',
      responsible: 'Growers of the valley',
      description:
        'Ripe pods are cut by hand in three rounds, opened within a day, and the wet beans are weighed under the trees.',
      status: 'completed',
      duration: '9 days',
      temperature: '24 to 31 °C',
      humidity: '78%',
      quality_check: true,
      notes: 'Two sacks of unripe pods were left behind.',
    },
    {
      id: 'fermentation',
      name: 'Fermentation',
      ...AMBANJA,
      date: '2026-06-13',
      responsible: 'The fermentary',
      description: 'Six days in wooden boxes under banana leaves, turned on the second and on the fourth day.',
      status: 'completed',
      duration: '6 days',
      temperature: '46 to 50 °C in the heap',
      humidity: '85%',
      quality_check: true,
      notes: 'The cut test showed 82 of 100 beans brown all through.',
    },
    {
      id: 'drying',
      name: 'Drying & Storage',
      ...AMBANJA,
      date: '2026-06-19',
      responsible: 'The fermentary',
      description: 'Dried on raised beds in the sun, raked every hour and covered at night, then rested in jute sacks.',
      status: 'completed',
      duration: '24 days',
      temperature: '28 to 36 °C',
      humidity: '62%',
      quality_check: true,
    },
    {
      id: 'shipping',
      name: 'International Shipping',
      location: 'Nhava Sheva, India',
      coordinates: [72.95, 18.95],
      date: '2026-07-20',
      responsible: 'The freight forwarder',
      description: 'By sea in a ventilated container with lined sacks, then through customs and the food laboratory.',
      status: 'completed',
      duration: '38 days',
      temperature: '19 to 27 °C',
      humidity: '58%',
      quality_check: true,
      notes: 'The data logger travelled with the sacks.',
    },
    {
      id: 'roasting',
      name: 'Processing & Roasting',
      ...STUDIO,
      date: '2026-11-16',
      responsible: 'The studio',
      description: 'Sorted by hand, roasted in small drums, winnowed, and ground on granite for three days.',
      status: 'in-progress',
      duration: '8 days',
      temperature: '124 °C in the drum',
      humidity: '48%',
      quality_check: false,
    },
    {
      id: 'product',
      name: 'Final Product',
      ...STUDIO,
      date: '2026-11-26',
      responsible: 'The studio',
      description: 'Tempered, moulded into facets, wrapped, and labelled with the code of this batch.',
      status: 'pending',
      duration: '3 days',
      temperature: '18 °C',
      humidity: '45%',
      quality_check: false,
    },
  ],
  certifications: [
    {
      name: 'Organic farming',
      issuer: 'Sample Organic Register',
      date: '2025-09-01',
      validUntil: '2028-08-31',
      status: 'active',
      icon: 'leaf',
    },
    {
      name: 'Fair trade',
      issuer: 'Sample Fair Trade Office',
      date: '2025-04-15',
      validUntil: '2028-04-14',
      status: 'active',
      icon: 'people',
    },
    {
      name: 'Food safety of the store',
      issuer: 'Sample Food Laboratory',
      date: '2025-07-01',
      validUntil: '2026-06-30',
      status: 'active',
      icon: 'shield',
    },
  ],
  qualityMetrics: [
    { parameter: 'Moisture', value: 6.8, unit: '%', optimal_range: '6 to 7.5%', status: 'excellent' },
    { parameter: 'Fermentation', value: 82, unit: '%', optimal_range: '75 to 90%', status: 'excellent' },
    { parameter: 'Cocoa butter', value: 53, unit: '%', optimal_range: '50 to 56%', status: 'good' },
    { parameter: 'Bean weight', value: 1.02, unit: 'g', optimal_range: '1.1 to 1.3 g', status: 'acceptable' },
  ],
  sustainability: {
    carbon_footprint: '2.4 kg CO₂e per kg of beans',
    water_usage: '14 litres per kg of beans',
    fair_trade: true,
    organic: true,
    local_sourcing: false,
    packaging_recyclable: true,
  },
}
