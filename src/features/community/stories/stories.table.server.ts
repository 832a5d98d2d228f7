import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { STORY_EMOTIONS } from './stories-search-params.ts'
import { STORY_CHOCOLATES, STORY_STATUSES } from './story.ts'

export const stories = pgTable(
  'stories',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    content: text().notNull(),
    authorName: text('author_name').notNull(),
    /** For questions and the message about publication; never public. */
    authorEmail: text('author_email'),
    /** Null for signed-out visitors: then the address is unverified. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    chocolateType: text('chocolate_type', { enum: STORY_CHOCOLATES }),
    emotion: text({ enum: STORY_EMOTIONS }),
    location: text(),
    status: text({ enum: STORY_STATUSES }).notNull().default('pending'),
    /** First publication; kept when the story is rejected and published again. */
    publishedAt: timestamptz('published_at'),
    rejectionReason: text('rejection_reason'),
    /** Written by us as an example, not by a customer. */
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('stories_status_known', sql`${table.status} in ('pending', 'published', 'rejected')`),
    check('stories_published_has_time', sql`${table.status} <> 'published' or ${table.publishedAt} is not null`),
    check('stories_pending_has_none', sql`${table.status} <> 'pending' or ${table.publishedAt} is null`),
    index('stories_status').on(table.status, table.publishedAt),
    index('stories_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('stories_to_moderate').on(table.status, table.createdAt, table.id),
  ],
)

personalData(stories, {
  erase: ['authorName', 'authorEmail', 'location'],
  keep: {
    'a published story stays without its author; any other is deleted': ['title', 'content'],
    'written by an admin': ['rejectionReason'],
  },
})

/** Likes without a cookie count once per address. */
export const storyLikes = pgTable(
  'story_likes',
  {
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    visitorHash: text('visitor_hash').notNull(),
    /** Keyed hash of the network address, until the cookie has come back. */
    addressHash: text('address_hash'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.storyId, table.visitorHash] }),
    index('story_likes_visitor').on(table.visitorHash),
  ],
)

personalData(storyLikes, { keep: { 'a hash that leads to no account': ['visitorHash', 'addressHash'] } })
