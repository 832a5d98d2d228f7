import { html, raw } from 'hono/html'
import QRCode from 'qrcode'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'
import { renderPrintPage } from '#src/server/render/print-page.server.ts'
import type { AdminBatch } from './admin-batches.contract.ts'

/** 50 x 30 mm labels on an A4 sheet: four across, nine down. */
const LABELS_PER_SHEET = 36

type LabelOptions = { count: number; paper: 'a4' | 'roll'; publicUrl: string }
type LabelledBatch = Pick<AdminBatch, 'batchId' | 'ingredient' | 'isPublished'>

export async function printBatchLabels(
  batch: LabelledBatch,
  { count, paper, publicUrl }: LabelOptions,
): Promise<Response> {
  const code = await renderQrCode(journeyUrl(batch, publicUrl))
  const labels = Array.from({ length: count }, () => label(batch, { code, publicUrl }))
  const sheets = Array.from({ length: Math.ceil(count / LABELS_PER_SHEET) }, (_, i) =>
    labels.slice(i * LABELS_PER_SHEET, (i + 1) * LABELS_PER_SHEET),
  )
  return renderPrintPage({
    title: `${counted(count, 'label')} for batch ${batch.batchId}`,
    paper: paper === 'a4' ? 'a4-whole' : 'sticker',
    hint: html`<p>Print this page. Choose no scaling.</p>
      ${!batch.isPublished && html`<p class="strong">This batch is a draft: its code leads nowhere until it is published.</p>`}`,
    body:
      paper === 'a4'
        ? html`${sheets.map((sheet) => html`<section class="label-sheet">${sheet}</section>`)}`
        : html`${labels}`,
  })
}

function journeyUrl({ batchId }: LabelledBatch, publicUrl: string): string {
  const address = new URL('/traceability', publicUrl)
  address.searchParams.set('batch', batchId)
  return address.href
}

/** Medium error correction, because labels are small and get rubbed. The SVG holds no text, so it needs no escaping. */
async function renderQrCode(address: string): Promise<string> {
  return QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
}

function label({ batchId, ingredient }: LabelledBatch, { code, publicUrl }: { code: string; publicUrl: string }) {
  return html`<article class="batch-label">
    ${raw(code)}
    <div>
      <p class="house">${SHOP_NAME}</p>
      <p class="ingredient">${ingredient}</p>
      <p class="strong">${batchId}</p>
      <p class="small">${new URL(publicUrl).host}<wbr>/traceability</p>
    </div>
  </article>`
}
