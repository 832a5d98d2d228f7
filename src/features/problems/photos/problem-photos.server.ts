import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { RETENTION } from '#src/core/retention.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { PHOTO_GONE, type UploadedPhoto } from '#src/features/problems/problems.contract.ts'
import { problemPhotos } from '#src/features/problems/problems.table.server.ts'

const DAY_MINUTES = 24 * 60

type NewPhoto = { userId: string; image: Buffer; now: Date }

/** Stores a photo for a later report of this customer. */
export async function addProblemPhoto(db: Db, { userId, image, now }: NewPhoto): Promise<UploadedPhoto> {
  const row = { userId, image, createdAt: now }
  return onlyRow(await db.insert(problemPhotos).values(row).returning({ id: problemPhotos.id }))
}

/** Reads a photo; with `userId` only the customer's own. Throws `not-found`. */
export async function readProblemPhoto(db: Db, { id, userId }: { id: string; userId?: string }): Promise<Buffer> {
  const isOwn = userId === undefined ? undefined : eq(problemPhotos.userId, userId)
  const [row] = await db
    .select({ image: problemPhotos.image })
    .from(problemPhotos)
    .where(and(eq(problemPhotos.id, id), isOwn))
  if (!row) throw new DomainError('not-found', PHOTO_GONE)
  return row.image
}

type Reported = { ticketId: string; photoIds: readonly string[]; userId: string }

/** Adds the customer's unused photos to a report. Throws `conflict` if one was deleted, used or is not theirs. */
export async function claimProblemPhotos(tx: Db, { ticketId, photoIds, userId }: Reported): Promise<void> {
  const ids = [...new Set(photoIds)]
  if (ids.length === 0) return
  const claimed = await tx
    .update(problemPhotos)
    .set({ ticketId })
    .where(and(inArray(problemPhotos.id, ids), eq(problemPhotos.userId, userId), isNull(problemPhotos.ticketId)))
    .returning({ id: problemPhotos.id })
  if (claimed.length < ids.length) throw new DomainError('conflict', PHOTO_GONE)
}

/** Lists the ids of photos by ticket. */
export async function listProblemPhotos(db: Db, ticketIds: readonly string[]): Promise<Map<string, string[]>> {
  const { id, ticketId, createdAt } = problemPhotos
  const rows = await db
    .select({ id, ticketId })
    .from(problemPhotos)
    .where(inArray(ticketId, [...ticketIds]))
    .orderBy(createdAt, id)
  const byTicket = Map.groupBy(rows, (row) => row.ticketId ?? '')
  return new Map([...byTicket].map(([of, photos]) => [of, photos.map((photo) => photo.id)]))
}

/** Deletes photos past their retention, and photos without a report after a day. */
export async function purgeProblemPhotos(db: Db, now: Date): Promise<void> {
  const isOlderThan = (days: number) => lt(problemPhotos.createdAt, addMinutes(now, -days * DAY_MINUTES))
  await db
    .delete(problemPhotos)
    .where(or(isOlderThan(RETENTION.problemPhotos.days), and(isNull(problemPhotos.ticketId), isOlderThan(1))))
}
