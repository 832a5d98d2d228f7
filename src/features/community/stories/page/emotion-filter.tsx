import { STORY_EMOTIONS, type StoryEmotion } from '#src/features/community/stories/stories-search-params.ts'
import { EMOTION_LABELS } from '#src/features/community/stories/story.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

type EmotionFilterProps = { chosen?: StoryEmotion; onChoose: (emotion?: StoryEmotion) => void }

export function EmotionFilter({ chosen, onChoose }: EmotionFilterProps) {
  return (
    <fieldset
      aria-label="Stories by emotion"
      className="mt-8 flex flex-wrap gap-2.5 border-line border-y py-4 sm:mt-10 sm:gap-3"
    >
      <Choice label="All Stories" isChosen={chosen === undefined} onChoose={() => onChoose()} />
      {STORY_EMOTIONS.map((emotion) => (
        <Choice
          key={emotion}
          label={EMOTION_LABELS[emotion]}
          isChosen={chosen === emotion}
          onChoose={() => onChoose(emotion)}
        />
      ))}
    </fieldset>
  )
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="relative inline-flex h-9 items-center gap-2 rounded-control border border-line-strong px-3.5 text-small transition-colors duration-150 ease-house after:absolute after:-inset-1 hover:border-cocoa-900 aria-pressed:border-cocoa-900 aria-pressed:bg-cocoa-900 aria-pressed:text-pearl"
    >
      {isChosen && <DiamondMark className="size-1.5 bg-gold-300" />}
      {label}
    </button>
  )
}
