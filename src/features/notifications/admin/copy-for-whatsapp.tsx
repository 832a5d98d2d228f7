import { showToast } from '#src/browser/toast-store.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'

/** The clipboard exists in secure contexts only. */
export async function copyForWhatsApp(text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? { title: 'Copied!', description: 'Paste it into a WhatsApp chat.' }
      : { title: 'Not Copied', description: 'Please select the text instead.', tone: 'destructive' },
  )
}

/** Works without WhatsApp set up. `phone` is +919876543210. */
export function CopyForWhatsApp({ text, phone }: { text: string; phone: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" onClick={() => copyForWhatsApp(text)}>
        Copy WhatsApp text
      </Button>
      <a
        href={`https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'secondary', size: 'small' })}
      >
        Open WhatsApp
      </a>
    </div>
  )
}
