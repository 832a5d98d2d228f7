import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ChocolateDrawing } from '#src/features/custom-orders/preview/chocolate-drawing.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#src/ui/tabs.tsx'
import {
  type BuilderState,
  hasComposition,
  INITIAL_BUILDER_STATE,
  missingFieldsMessage,
  wrongDayMessage,
} from './builder-state.ts'
import { BuilderSummary } from './builder-summary.tsx'
import { customOrderFieldErrors, submitCustomOrder } from './custom-orders.queries.ts'
import { DesignTab } from './design-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { FlavorTab } from './flavor-tab.tsx'
import { IngredientsTab } from './ingredients-tab.tsx'

const TABS = [
  { value: 'flavor', label: 'Flavor', Content: FlavorTab },
  { value: 'ingredients', label: 'Ingredients', Content: IngredientsTab },
  { value: 'design', label: 'Design', Content: DesignTab },
  { value: 'details', label: 'Details', Content: DetailsTab },
] as const
type TabName = (typeof TABS)[number]['value']

export function ChocolateBuilder({ intro }: { intro: ReactNode }) {
  const [draft, setDraft] = useState(INITIAL_BUILDER_STATE)
  const [tab, setTab] = useState<TabName>('flavor')
  const submission = useMutation(submitCustomOrder)
  const refused = customOrderFieldErrors(submission.error)

  function change(part: Partial<BuilderState>) {
    if (submission.isError) submission.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (submission.isPending || submission.isSuccess) return
    const missing = missingFieldsMessage(draft)
    const wrongDay = wrongDayMessage(draft, new Date())
    if (missing) window.alert(missing)
    else if (wrongDay) return refuseDay(wrongDay)
    else if (hasComposition(draft)) submission.mutate(draft)
  }
  function refuseDay(message: string) {
    setTab('details')
    window.alert(message)
  }
  function composeAnother() {
    submission.reset()
    setDraft(INITIAL_BUILDER_STATE)
    setTab('flavor')
  }
  return (
    <form
      noValidate
      aria-label="Custom chocolate"
      onSubmit={submit}
      className="grid gap-5 lg:grid-cols-[1fr_minmax(0,27rem)] lg:gap-6"
    >
      <div className="min-w-0">
        {intro}
        <Bench className="sticky top-0 z-10 mt-8 mb-5 lg:hidden">
          <ChocolateDrawing composition={draft} className="block h-45 w-full sm:h-72" />
        </Bench>
        <div className="cut cut-18 bg-cocoa-950 p-5 max-lg:[&_:is(input,button,select,textarea)]:scroll-mt-80 sm:cut-28 sm:p-9 lg:sticky lg:top-6 lg:mt-12">
          <Tabs value={tab} onValueChange={(value) => setTab(value as TabName)}>
            <TabList label="Compose your chocolate">
              {TABS.map(({ value, label }) => (
                <Tab key={value} value={value} ref={value === 'flavor' ? focusFirst : undefined}>
                  {label}
                </Tab>
              ))}
            </TabList>
            {TABS.map(({ value, Content }, i) => (
              <TabPanel key={value} value={value} className="pt-7">
                <Content draft={draft} change={change} refused={refused} />
                <NextTab after={i} onGo={setTab} />
              </TabPanel>
            ))}
          </Tabs>
        </div>
      </div>
      <div>
        <Bench className="mb-6 max-lg:hidden">
          <ChocolateDrawing composition={draft} className="block aspect-4/3 w-full" />
        </Bench>
        <BuilderSummary
          {...{ draft, change, refused }}
          isCrafting={submission.isPending}
          receipt={submission.data}
          onComposeAnother={composeAnother}
        />
      </div>
    </form>
  )
}

function Bench({ className, children }: { className: string; children: ReactNode }) {
  return <div className={`cut cut-18 bg-cocoa-950 sm:cut-28 ${className}`}>{children}</div>
}

/** Moves the focus from the start button, which is gone, to the first tab. */
function focusFirst(tab: HTMLButtonElement | null) {
  if (document.activeElement === document.body || document.activeElement === null) tab?.focus({ preventScroll: true })
}

function NextTab({ after, onGo }: { after: number; onGo: (tab: TabName) => void }) {
  const next = TABS[after + 1]
  if (!next) return null
  return (
    <Button
      variant="secondary"
      size="small"
      className="mt-8 hover:bg-gold-300 hover:text-cocoa-900"
      onClick={() => onGo(next.value)}
    >
      Next: {next.label}
    </Button>
  )
}
