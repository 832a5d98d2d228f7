import { defineConfig } from 'drizzle-kit'

const studio = process.env.STUDIO_DATABASE_URL

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/app/schema.server.ts',
  out: './db/migrations',
  ...(studio && { dbCredentials: { url: studio } }),
})
