import { bodyLimit } from 'hono/body-limit'
import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { sendTooLarge } from '#src/server/http/request-checks.server.ts'
import { sendOk } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { FILE_TIMEOUT_MS } from '#src/server/routes/route-policy.server.ts'
import type { AreaFile } from './area-list.server.ts'
import {
  AREA_FILE_TOO_LARGE,
  AREA_LISTS,
  AreaCounts,
  AreaFileQuery,
  type AreaList,
  AreaPlan,
  MAX_AREA_FILE_BYTES,
} from './delivery-area.contract.ts'
import { countServedPincodes, deliverEverywhere, SERVED_PINCODES } from './served-pincodes.server.ts'
import { EXCEPTIONS, ZONES } from './zone-lists.server.ts'

const FILES: Record<AreaList, AreaFile> = { pincodes: SERVED_PINCODES, zones: ZONES, exceptions: EXCEPTIONS }

const countsRoute = defineRoute('get', '/admin/delivery-area', {
  ...ADMIN,
  summary: 'Count the PIN codes that are served, the zones and the exceptions',
  ok: ['The counts', AreaCounts],
})

const everywhereRoute = defineRoute('delete', '/admin/delivery-area/pincodes', {
  ...ADMIN,
  summary: 'Empty the list of PIN codes: parcels go everywhere again',
  ok: DONE,
})

const limited = bodyLimit({
  maxSize: MAX_AREA_FILE_BYTES,
  onError: (c) => sendTooLarge(c, AREA_FILE_TOO_LARGE),
})

export function deliveryAreaApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(countsRoute(db), async (c) => {
    const { zones, blocked } = await readSection(db, 'delivery')
    const counts = { pincodes: await countServedPincodes(db), zones: zones.length, exceptions: blocked.length }
    return c.json(counts, 200)
  })
  api.openapi(everywhereRoute(db), async (c) => {
    await deliverEverywhere(db, c.var.user)
    return sendOk(c)
  })
  for (const list of AREA_LISTS) api.route('/', areaFileApi(db, list))
  return api
}

function areaFileApi(db: Db, list: AreaList) {
  const exportRoute = defineRoute('get', `/admin/delivery-area/${list}.csv`, {
    ...ADMIN,
    summary: `Export the ${list}`,
    responses: { 200: { description: 'CSV, UTF-8 with a byte order mark', content: { 'text/csv': {} } } },
  })
  const replaceRoute = defineRoute('post', `/admin/delivery-area/${list}`, {
    ...ADMIN,
    body: { isFile: true, isStored: false },
    timeoutMs: FILE_TIMEOUT_MS,
    summary: `Replace the ${list}: first a check, then all or nothing`,
    description: 'The body is the file itself.',
    requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
    query: AreaFileQuery,
    ok: ['What the file changes, and its faults by line', AreaPlan],
    middleware: [limited],
  })
  const api = createApiRouter()
  api.openapi(exportRoute(db), async (c) =>
    c.body(await FILES[list].export(db), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${list}-${shopDay(new Date())}.csv"`,
      'X-Content-Type-Options': 'nosniff',
    }),
  )
  api.openapi(replaceRoute(db), async (c) => {
    const { plan } = c.req.valid('query')
    const file = new Uint8Array(await c.req.arrayBuffer())
    if (plan === undefined) return c.json(await FILES[list].preview(db, file), 200)
    return c.json(await FILES[list].replace(db, { file, plan, by: c.var.user }), 200)
  })
  return api
}
