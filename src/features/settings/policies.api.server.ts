import { createRoute, z } from '@hono/zod-openapi'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { answerToAll, jsonAnswer } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { PublicFounder, PublicPolicy } from './settings.contract.ts'
import { POLICY_NAMES } from './settings.names.ts'
import { publicFounder, publicPolicy } from './settings.server.ts'

const policyRoute = createRoute({
  method: 'get',
  path: '/policies/{name}',
  summary: 'What a buyer may rely on, as it counts now',
  request: { params: z.object({ name: z.enum(POLICY_NAMES) }) },
  responses: { 200: jsonAnswer('The text, with the version that an order of now is placed under', PublicPolicy) },
})

const founderRoute = createRoute({
  method: 'get',
  path: '/founder',
  summary: 'Who founded the house',
  responses: { 200: jsonAnswer('Empty texts where the admin has written nothing', PublicFounder) },
})

/** The texts of the house that only some pages show, and that no other page should carry. */
export function policiesApi({ db }: { db: Db }) {
  return apiRouter()
    .openapi(policyRoute, async (c) => {
      answerToAll(c)
      return c.json(await publicPolicy(db, c.req.valid('param').name), 200)
    })
    .openapi(founderRoute, async (c) => {
      answerToAll(c)
      return c.json(await publicFounder(db), 200)
    })
}
