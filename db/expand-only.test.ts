import { expect, it } from 'vitest'
import { findBadMigrations, findContractions } from '../scripts/house/migrations.ts'

const broken = (sql: string) => findContractions([{ tag: '0002_next', sql }], '0001_released')

it('the previous version goes on selling beside every migration since the last release', () => {
  expect(findBadMigrations()).toEqual([])
})

it.each([
  ['ALTER TABLE "orders" DROP COLUMN "note";', 'drops what the previous version reads'],
  ['DROP TABLE "notes" CASCADE;', 'drops what the previous version reads'],
  ['ALTER TABLE "orders" RENAME COLUMN "note" TO "remark";', 'renames'],
  ["ALTER TYPE \"status\" RENAME VALUE 'new' TO 'fresh';", 'renames'],
  ['ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE integer USING note::int;', 'changes a type'],
  ['ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;', 'demands a value'],
  ['ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL;', 'demands a value'],
  ['CREATE INDEX "by_note" ON "orders" USING btree ("note");', 'stops writes'],
  [
    'CREATE UNIQUE INDEX CONCURRENTLY a ON orders (a); ALTER TABLE orders ADD COLUMN a text;',
    'beside other statements',
  ],
])('is refused after a release: %s', (sql, what) => {
  expect(broken(sql)).toEqual([expect.stringContaining(what)])
})

it.each([
  'ALTER TABLE "orders" ADD COLUMN "note" text;--> statement-breakpoint\nALTER TABLE "orders" ADD COLUMN "is_gift" boolean DEFAULT false NOT NULL;',
  'CREATE TABLE "notes" ("id" text NOT NULL);CREATE INDEX "by_id" ON "notes" USING btree ("id");ALTER TABLE "notes" ALTER COLUMN "id" SET NOT NULL;',
  'CREATE INDEX CONCURRENTLY "by_note" ON "orders" USING btree ("note");',
  'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ begin drop table temporary_rows; end $$;',
  "COMMENT ON TABLE orders IS 'never set not null; drop column';",
  'ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL;',
  '-- contract: 1.1.0 was the last version that read it\nALTER TABLE "orders" DROP COLUMN "note";',
])('is fine after a release: %s', (sql) => {
  expect(broken(sql)).toEqual([])
})

it('what the last release had before is not asked again', () => {
  expect(findContractions([{ tag: '0001_released', sql: 'DROP TABLE notes;' }], '0001_released')).toEqual([])
})
