import { type ChangeEvent, useRef } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { MAX_MOOD_ENTRIES, type MoodEntry, parseMoodEntries } from './mood-entries.ts'
import { moodHistory } from './mood-history-store.ts'

const FILE_NAME = 'golconda-moods.json'
/** Fifty entries are about ten kilobytes; a much larger file is no mood history. */
const MAX_FILE_BYTES = 1_000_000
const QUESTION = `Delete all your moods from this browser? This cannot be undone.`

export function MoodDataControls({ entries }: { entries: readonly MoodEntry[] | undefined }) {
  const isEmpty = !entries || entries.length === 0
  function wipe() {
    if (!window.confirm(QUESTION)) return
    moodHistory.clear()
    showToast({ title: 'Moods deleted', description: 'Your mood history is gone from this browser.' })
  }
  return (
    <section aria-labelledby="mood-keeping">
      <h2 id="mood-keeping" className="text-heading">
        Your history is yours
      </h2>
      <p className="mt-2 text-cocoa-600 text-small">
        The latest {MAX_MOOD_ENTRIES} moods are kept. Export them to take them to another browser.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" variant="secondary" disabled={isEmpty} onClick={() => saveAsFile(entries ?? [])}>
          Export
        </Button>
        <ImportButton />
        <Button size="small" variant="secondary" disabled={isEmpty} onClick={wipe} className="text-err">
          Delete all
        </Button>
      </div>
    </section>
  )
}

function ImportButton() {
  const picker = useRef<HTMLInputElement>(null)
  async function pick(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const [file] = input.files ?? []
    if (file) await importFile(file)
    input.value = ''
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        aria-label="Mood history file"
        tabIndex={-1}
        onChange={pick}
        className="sr-only"
      />
      <Button size="small" variant="secondary" onClick={() => picker.current?.click()}>
        Import
      </Button>
    </>
  )
}

async function importFile(file: File) {
  const entries = file.size <= MAX_FILE_BYTES ? parseMoodEntries(await file.text()) : []
  if (entries.length === 0)
    return showToast({
      title: 'Nothing to import',
      description: 'This file contains no mood history.',
      tone: 'destructive',
    })
  const added = moodHistory.importEntries(entries)
  showToast({
    title: 'Moods imported',
    description: added === 0 ? 'You had all of them already.' : `${added} added to your history.`,
  })
}

function saveAsFile(entries: readonly MoodEntry[]) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(address)
}
