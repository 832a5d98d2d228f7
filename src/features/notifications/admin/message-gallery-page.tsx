import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AdminPageProps } from '#src/browser/admin-page.ts'
import { counted } from '#src/core/words.ts'
import {
  CHANNEL_LABELS,
  MESSAGE_CHANNELS,
  type MessageSample,
} from '#src/features/notifications/notifications.contract.ts'
import { FilterButtons } from '#src/ui/forms/filter-buttons.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'

const SCREENS = { computer: 'On a computer', phone: 'On a phone' }
const WIDTHS: Record<keyof typeof SCREENS, number> = { computer: 700, phone: 390 }

export const loader = (queryClient: QueryClient) => queryClient.ensureQueryData(samplesQuery)

/** In the address `id` is the chosen kind and `status` the screen. */
export function AdminPage({ search: { id, status }, go }: AdminPageProps) {
  const { data: samples } = useSuspenseQuery(samplesQuery)
  const kinds = [...new Set(samples.map(keyOf))]
  const kind = kinds.find((one) => one === id) ?? kinds[0]
  const screen = status === 'phone' ? 'phone' : 'computer'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="max-w-[75ch] text-cocoa-600 text-small">
        Every message that the shop can send, with made-up names and amounts. Nothing here is sent.
      </p>
      <div className="grid max-w-[26rem] gap-4">
        <SelectField label="Message" value={kind} onChange={({ target }) => go({ id: target.value })}>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {labelOf(one)}
            </option>
          ))}
        </SelectField>
      </div>
      <FilterButtons
        legend="Which screen"
        labels={SCREENS}
        chosen={screen}
        onChoose={(one) => go({ status: one === 'phone' ? one : undefined })}
      />
      {samples
        .filter((sample) => keyOf(sample) === kind)
        .map((sample) => (
          <Sample key={sample.variant} sample={sample} width={WIDTHS[screen]} />
        ))}
    </div>
  )
}

const samplesQuery = queryOptions<MessageSample[]>({ queryKey: ['/api/admin/message-samples'] })

const keyOf = ({ kind, channel }: MessageSample) => `${channel}:${kind}`

function labelOf(key: string): string {
  const [channel, kind = ''] = key.split(':')
  const name = kind.replaceAll('-', ' ')
  return `${MESSAGE_CHANNELS.flatMap((one) => (one === channel ? CHANNEL_LABELS[one] : []))}: ${name}`
}

function Sample({
  sample: { variant, channel, subject, text, html },
  width,
}: {
  sample: MessageSample
  width: number
}) {
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-3 border border-line bg-white p-4 sm:p-5">
      <div className="grid gap-1">
        {variant && <p className="eyebrow">{variant}</p>}
        <h2 className="font-sans font-semibold text-base tracking-normal [overflow-wrap:anywhere]">
          {subject || `${CHANNEL_LABELS[channel]} of ${counted(text.length, 'character')}`}
        </h2>
      </div>
      {html && <MailFrame title={`E-mail: ${subject}`} html={html} width={width} />}
      {html ? (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-small underline underline-offset-4 hover:text-gold-700">
            Plain text
          </summary>
          <PlainText text={text} />
        </details>
      ) : (
        <PlainText text={text} />
      )}
    </article>
  )
}

const BORDERS = 2
const HEIGHT_BEFORE = 640

/** As high as its mail. It runs no scripts; `allow-same-origin` lets this page measure it. */
function MailFrame({ title, html, width }: { title: string; html: string; width: number }) {
  const ref = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(HEIGHT_BEFORE)
  useEffect(() => {
    const frame = ref.current
    if (!frame) return
    const measure = () => setHeight((frame.contentDocument?.body?.offsetHeight || HEIGHT_BEFORE) + BORDERS)
    const watcher = new ResizeObserver(measure)
    watcher.observe(frame)
    frame.addEventListener('load', measure)
    return () => {
      watcher.disconnect()
      frame.removeEventListener('load', measure)
    }
  }, [])
  return (
    <iframe
      ref={ref}
      title={title}
      srcDoc={html}
      sandbox="allow-same-origin"
      style={{ width, height }}
      className="max-w-full border border-line"
    />
  )
}

const PlainText = ({ text }: { text: string }) => (
  <p className="max-w-[75ch] whitespace-pre-wrap bg-ivory p-4 text-small [overflow-wrap:anywhere]">{text}</p>
)
