import { useLocation } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import * as Toast from 'radix-ui/toast'
import { dismissToast, type VisibleToast } from '#src/browser/toast-store.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { buttonClass, iconButtonClass } from '#src/ui/forms/button.tsx'

const SHOWN_MS = 5000
const SWIPE_PX = 50
/** In the shop on phones below the header, because the buy bar is at the bottom. */
const SHOP = 'right-0 max-sm:top-27 sm:bottom-0'
/** Beside the buttons of the admin's rows, which are on the right. */
const ADMIN = 'inset-x-0 bottom-0 mx-auto'
/** Over the title of a dialog, beside its close button. */
const DIALOG =
  'over-dialog:top-0 over-dialog:right-auto over-dialog:bottom-auto over-dialog:left-0 over-dialog:w-[calc(100%-4.5rem)]'

export function Toasts({ notice }: { notice: VisibleToast | null }) {
  const isAdmin = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') })
  // A new provider for each toast: one dismissed under the pointer stays paused.
  return (
    <Toast.Provider key={notice?.id} duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {notice && <NoticeToast notice={notice} />}
      <Toast.Viewport
        className={`${isAdmin ? ADMIN : SHOP} ${DIALOG} fixed z-[60] w-full max-w-[420px] p-4 drop-shadow-[0_18px_24px_rgb(39_20_15/0.22)] focus-visible:-outline-offset-2 sm:p-6`}
      />
    </Toast.Provider>
  )
}

function NoticeToast({ notice }: { notice: VisibleToast }) {
  const tone = notice.tone === 'destructive' ? 'bg-err text-white' : 'bg-cocoa-900 text-pearl'
  return (
    <Toast.Root
      open={notice.isOpen}
      onOpenChange={(isOpen) => !isOpen && dismissToast()}
      className={`on-dark cut flex items-start gap-3.5 py-4 pr-2 pl-6 cut-10 data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-fade-out data-[state=closed]:animate-fade-out data-[state=open]:animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-transform ${tone}`}
    >
      <DiamondMark className={`mt-2 size-2.5 ${notice.tone === 'destructive' ? 'bg-white' : 'bg-gold-300'}`} />
      <div className="min-w-0 flex-1 py-0.5">
        <Toast.Title className="font-semibold">{notice.title}</Toast.Title>
        {notice.description && (
          <Toast.Description className="text-small opacity-90">{notice.description}</Toast.Description>
        )}
      </div>
      {notice.action && (
        <Toast.Action
          altText={notice.action.label}
          onClick={notice.action.act}
          className={`${buttonClass({ variant: 'link' })} -my-1.5 min-h-11 border-transparent text-gold-300 underline underline-offset-4`}
        >
          {notice.action.label}
        </Toast.Action>
      )}
      <Toast.Close aria-label="Dismiss" className={`${iconButtonClass} -my-1.5`}>
        <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </Toast.Close>
    </Toast.Root>
  )
}
