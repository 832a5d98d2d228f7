import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import {
  namePiece,
  PROBLEM_KIND_NAMES,
  PROBLEM_WISH_NAMES,
  type Problem,
  photoPath,
} from '#src/features/problems/problems.contract.ts'

type ReportedProblemProps = { problem: Problem; isCancelled: boolean }

export function ReportedProblem({ problem, isCancelled }: ReportedProblemProps) {
  const { ticket, kind, wish, lines, text, photoIds, replies } = problem
  return (
    <li className="grid gap-2 border-gold-500 border-l-2 pl-3 text-small [overflow-wrap:anywhere]">
      <p className="font-semibold">{`${ticket}: ${PROBLEM_KIND_NAMES[kind]}`}</p>
      <p>{lines.map(namePiece).join(', ')}</p>
      <p>{`You would like: ${PROBLEM_WISH_NAMES[wish]}`}</p>
      <p className="whitespace-pre-line font-voice italic">{text}</p>
      <Photos ids={photoIds} />
      <p className="text-cocoa-600">{describeState(problem, isCancelled)}</p>
      {replies.map((reply) => (
        <blockquote key={reply.createdAt} className="whitespace-pre-line bg-white p-3">
          {reply.text}
        </blockquote>
      ))}
    </li>
  )
}

function Photos({ ids }: { ids: string[] }) {
  return (
    <ul className="flex flex-wrap gap-2 empty:hidden">
      {ids.map((id, index) => (
        <li key={id}>
          <a href={photoPath(id)} target="_blank" rel="noopener">
            <img src={photoPath(id)} alt={`${index + 1} of your photos, enlarge`} className="size-16 object-cover" />
          </a>
        </li>
      ))}
    </ul>
  )
}

function describeState({ replacement, refunded, isOpen, replyDueAt, replies }: Problem, isCancelled: boolean): string {
  if (refunded !== null) return `Settled: we refund ${formatAmount(refunded)}.`
  if (replacement) return `Settled: we send it again, as order ${replacement.orderId}.`
  if (!isOpen && isCancelled) return 'Closed: it was cancelled.'
  if (!isOpen) return 'Closed without a refund or a replacement. If this is wrong, please write to us.'
  return replies.length > 0 ? 'We are looking into it.' : `We answer by ${formatDayAndTime(replyDueAt)}.`
}
