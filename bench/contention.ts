import { createCluster } from '#tests/chaos/cluster.ts'
import { insertCustomers } from '#tests/chaos/customers.ts'
import { createObservations } from '#tests/chaos/observations.ts'
import { purchaseProducts, retryWhileBusy } from '#tests/chaos/purchase.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { forSeconds, runClosedLoop } from './lib/load.ts'
import { describeMachine, median, readOptions, round, seededRandom } from './lib/report.ts'

const given = readOptions({ seconds: '10', rounds: '3', customers: '64' })
const PRODUCTS = 10
const customers = Number(given.customers)
const GOAL = 0.6

const { open, look } = await createCluster({ isDurable: true })
const { url } = await open()
const { people, products } = await look(async (db) => {
  const products = []
  for (let nth = 0; nth < customers * PRODUCTS; nth++) products.push(await insertProduct(db, { stock: 1_000_000 }))
  return { people: await insertCustomers(db, 20 * customers), products }
})

/** Paid orders a second: each customer buys some of ten products, of the same ten or of ten of their own. */
async function measure(isContended: boolean, seconds = Number(given.seconds)): Promise<number> {
  const random = seededRandom(1)
  const order = async (turn: number) => {
    const customer = people.shift()
    if (!customer) throw new Error('All customers are busy')
    const start = isContended ? 0 : (turn % customers) * PRODUCTS
    const storage = products.slice(start, start + PRODUCTS)
    const ask = retryWhileBusy(url)
    const end = await purchaseProducts(customer, { storage, observations: createObservations(), random, ask })
    if (end === 'paid') people.push(customer)
    return end === 'paid'
  }
  return (await runClosedLoop({ atOnce: customers, goesOn: forSeconds(seconds) }, order)).perSecond
}

/** Compares customers who want the same ten products with others, in turns: npm run bench:contention. */
console.log(`${describeMachine()}: the load, the shop and PostgreSQL share the cores.`)
await measure(false, 5)
const rounds: { apart: number; same: number }[] = []
for (let round = 0; round < Number(given.rounds); round++)
  rounds.push({ apart: await measure(false), same: await measure(true) })
const ratio = median(rounds.map(({ apart, same }) => same / apart))
console.table(rounds.map(({ apart, same }) => ({ 'own products': round(apart, 1), 'same products': round(same, 1) })))
console.log(`${customers} customers for the same ten products keep ${round(ratio, 2)} of the paid orders a second`)
process.exit(ratio >= GOAL ? 0 : 1)
