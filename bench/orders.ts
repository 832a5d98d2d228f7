import { createCluster } from '#tests/chaos/cluster.ts'
import { compareOrders } from './lib/orders.ts'
import { describeMachine } from './lib/report.ts'

/**
 * Compares warm orders with their statements as plain SQL, in turns, in a process that has done nothing else:
 * npm run bench:orders.
 */
console.log(describeMachine())
const { open, close, server, folder } = await createCluster({})
// The shop fills the database.
await open()
await close()
console.table({ 'a whole order': await compareOrders(server?.url ?? '', folder) })
console.log(describeMachine())
process.exit()
