import type { Db } from '#src/db/database.server.ts'
import { seedDemoCatalog } from './seed-catalog.ts'
import { seedDemoCustomOrders } from './seed-custom-orders.ts'
import { seedDemoHistory } from './seed-history.ts'
import { seedDemoPromotions } from './seed-promotions.ts'
import { seedDemoReviews } from './seed-reviews.ts'
import { seedSampleBatch } from './seed-sample-batch.ts'
import { seedDemoSettings } from './seed-settings.ts'
import { seedDemoStories } from './seed-stories.ts'
import { seedDemoTaxRegistration } from './seed-tax-registration.ts'
import { seedDemoTickets } from './seed-tickets.ts'

/** Fills an empty demo: catalog, settings, and a history that ends now. A filled one stays as it is. */
export async function seedDemo(db: Db, adminEmail: string): Promise<void> {
  // First: it marks the database as a demo's.
  await seedSampleBatch(db)
  await seedDemoSettings(db)
  await seedDemoTaxRegistration(db)
  await seedDemoCatalog(db)
  await seedDemoHistory(db, new Date())
  await seedDemoPromotions(db)
  await seedDemoReviews(db, new Date())
  await seedDemoStories(db, new Date())
  await seedDemoCustomOrders(db, new Date())
  await seedDemoTickets(db, { now: new Date(), adminEmail })
}
