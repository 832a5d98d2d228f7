import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { contentText } from '#src/core/content-text.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction, onlyRow, runTogether } from '#src/db/database.server.ts'
import { lockAccount } from '#src/features/auth/accounts/users.server.ts'
import type { ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { type Address, type AddressInput, MAX_ADDRESSES } from './addresses.contract.ts'
import { addresses } from './addresses.table.server.ts'

/** Lists the customer's addresses: the default first, then those that were used or added last. */
export async function listAddresses(db: Db, userId: string): Promise<Address[]> {
  const { id, label, phone, shippingAddress, isDefault, isRecipient, usedAt, createdAt } = addresses
  return db
    .select({ id, label, phone, shippingAddress, isDefault, isRecipient, isUsed: sql<boolean>`${usedAt} is not null` })
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(isDefault), desc(sql`coalesce(${usedAt}, ${createdAt})`), desc(id))
}

type AddAddress = { userId: string; input: AddressInput; now: Date }

export async function addAddress(db: Db, { userId, input, now }: AddAddress): Promise<Address> {
  return inTransaction(db, async (tx) => {
    await lockBook(tx, userId)
    if ((await tx.$count(addresses, eq(addresses.userId, userId))) >= MAX_ADDRESSES)
      throw new DomainError(
        'conflict',
        `You can save up to ${MAX_ADDRESSES} addresses. Please delete one that you no longer need.`,
      )
    const [before] = await findEqual(tx, userId, input)
    if (before) throw alreadySaved()
    if (input.isDefault) await clearDefault(tx, userId)
    return toAddress(
      onlyRow(
        await tx
          .insert(addresses)
          .values({ ...input, ...toContent(input), userId, createdAt: now })
          .returning(),
      ),
    )
  })
}

type UpdateAddress = { userId: string; id: string; input: AddressInput }

/** Replaces an address. Orders that went to it do not change. */
export async function updateAddress(db: Db, { userId, id, input }: UpdateAddress): Promise<Address> {
  return inTransaction(db, async (tx) => {
    await lockBook(tx, userId)
    const equal = await findEqual(tx, userId, input)
    if (equal.some((other) => other.id !== id)) throw alreadySaved()
    if (input.isDefault) await clearDefault(tx, userId, id)
    const [updated] = await tx
      .update(addresses)
      .set({ ...input, ...toContent(input) })
      .where(isOwn(userId, id))
      .returning()
    if (!updated) throw unknownAddress()
    return toAddress(updated)
  })
}

export async function deleteAddress(db: Db, { userId, id }: { userId: string; id: string }): Promise<void> {
  const deleted = await db.delete(addresses).where(isOwn(userId, id)).returning({ id: addresses.id })
  if (deleted.length === 0) throw unknownAddress()
}

type OrderedTo = Pick<OrderRow, 'userId' | 'customerPhone' | 'shippingAddress' | 'gift'> &
  Partial<Pick<OrderRow, 'deliveryMethod' | 'billingAddress'>>

/**
 * Saves where an order goes; the caller has locked the account. A full book loses the address that was unused for
 * longest. The address of a gift's recipient is saved only if `saveAddress` is true; of an order to several people the
 * customer's own address is saved.
 */
export async function saveOrderAddress(
  tx: Db,
  order: OrderedTo,
  { saveAddress: isWanted, now }: { saveAddress?: boolean | undefined; now: Date },
): Promise<void> {
  const { userId, customerPhone, deliveryMethod, billingAddress } = order
  const shippingAddress = billingAddress ?? order.shippingAddress
  const gift = billingAddress ? null : order.gift
  const saveAddress = isWanted ?? gift === null
  if (!userId || !saveAddress || deliveryMethod === 'pickup') return
  const content = toContent({ phone: gift?.recipientPhone ?? customerPhone, shippingAddress })
  const [used, saved] = await runTogether(
    tx
      .update(addresses)
      .set({ usedAt: now, ...(!gift && { isRecipient: false }) })
      .where(isEqual(userId, content))
      .returning({ id: addresses.id })
      .execute(), // Sent first: another tab may delete what the list has.
    listAddresses(tx, userId),
  )
  if (used.length > 0) return
  const leastUsed = saved.length < MAX_ADDRESSES ? undefined : saved.findLast(({ isDefault }) => !isDefault)
  if (leastUsed) await tx.delete(addresses).where(isOwn(userId, leastUsed.id))
  await tx.insert(addresses).values({ ...content, userId, usedAt: now, isRecipient: gift !== null })
}

type Recipient = { shippingAddress: ShippingAddress; gift: { recipientPhone: string } }

/** Saves the first recipients of an order that fit; the caller has locked the account. No saved address gives way. */
export async function saveRecipients(
  tx: Db,
  recipients: readonly Recipient[],
  { userId, now: usedAt }: { userId: string; now: Date },
): Promise<void> {
  const saved = await listAddresses(tx, userId)
  const keys = new Map(saved.map((address) => [toKey(address), address.id]))
  const contents = recipients.map(({ shippingAddress, gift }) =>
    toContent({ phone: gift.recipientPhone, shippingAddress }),
  )
  const used = contents.flatMap((content) => keys.get(toKey(content)) ?? [])
  await tx.update(addresses).set({ usedAt }).where(inArray(addresses.id, used))
  const added = contents.filter((content) => !keys.has(toKey(content))).slice(0, MAX_ADDRESSES - saved.length)
  if (added.length === 0) return
  await tx.insert(addresses).values(added.map((content) => ({ ...content, userId, usedAt, isRecipient: true })))
}

const toKey = ({ phone, shippingAddress }: Content) => contentText(toContent({ phone, shippingAddress }))

/** Two changes at once must not add an eleventh address or a second default. */
const lockBook = (tx: Db, userId: string) => lockAccount(tx, userId, sql`true`)

const isOwn = (userId: string, id: string) => and(eq(addresses.userId, userId), eq(addresses.id, id))

type AddressRow = typeof addresses.$inferSelect
type Content = { phone: string; shippingAddress: ShippingAddress }

const isEqual = (userId: string, { phone, shippingAddress }: Content) =>
  and(eq(addresses.userId, userId), eq(addresses.phone, phone), eq(addresses.shippingAddress, shippingAddress))

const findEqual = (tx: Db, userId: string, content: Content) =>
  tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(isEqual(userId, toContent(content)))

function toContent({ phone, shippingAddress: { landmark, ...place } }: Content): Content {
  return { phone, shippingAddress: { ...place, ...(landmark && { landmark }) } }
}

async function clearDefault(tx: Db, userId: string, except?: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), addresses.isDefault, except ? ne(addresses.id, except) : undefined))
}

const toAddress = ({ userId: _user, usedAt, createdAt: _created, ...address }: AddressRow): Address => ({
  ...address,
  isUsed: usedAt !== null,
})

const alreadySaved = () => new DomainError('conflict', 'You have saved this address already.')
const unknownAddress = () => new DomainError('not-found', 'This address is not in your address book.')
