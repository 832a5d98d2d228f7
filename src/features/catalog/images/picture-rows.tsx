import GripVertical from 'lucide-react/icons/grip-vertical'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type DragEvent, useState } from 'react'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { MoveButtons, moveItem } from '#src/ui/forms/move-buttons.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { MAX_ALT_LENGTH, MAX_PICTURES, nextKey, type PictureRow } from './picture-list.ts'

type PictureRowsProps = {
  rows: PictureRow[]
  onChange: (change: (rows: PictureRow[]) => PictureRow[]) => void
  wrong: Record<string, string | undefined>
}

/** A row is dragged by its handle; the buttons do the same for a keyboard. */
export function PictureRows({ rows, onChange, wrong }: PictureRowsProps) {
  const [dragged, setDragged] = useState<number>()
  const change = (key: number, typed: Partial<PictureRow>) =>
    onChange((now) => now.map((row) => (row.key === key ? { ...row, ...typed } : row)))
  const [over, setOver] = useState<number>()
  const drop = (index: number) => {
    const from = rows.findIndex(({ key }) => key === dragged)
    if (from >= 0) onChange((now) => moveItem(now, from, index))
  }
  const highlightOf = (key: number) =>
    dragged === key ? 'opacity-50' : dragged !== undefined && over === key ? 'bg-ivory' : ''
  return (
    <>
      <ol className="grid gap-4">
        {rows.map((row, index) => (
          <li
            key={row.key}
            onDragEnter={(event) => event.preventDefault()}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(row.key)
            }}
            onDrop={(event) => {
              event.preventDefault()
              drop(index)
            }}
            className={`grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-line border-b pb-4 ${highlightOf(row.key)}`}
          >
            <PictureHandle
              row={row}
              isAlone={rows.length === 1}
              onDrag={(isDragged) => setDragged(isDragged ? row.key : undefined)}
            />
            <PictureFields row={row} index={index} wrong={wrong} onChange={(typed) => change(row.key, typed)} />
            {rows.length > 1 && (
              <div className="col-span-2 flex justify-end">
                <MoveButtons
                  name={`picture ${index + 1}`}
                  index={index}
                  count={rows.length}
                  onMove={(by) => onChange((now) => moveItem(now, index, index + by))}
                />
                <IconButton
                  label={`Remove picture ${index + 1}`}
                  onClick={() => onChange((now) => now.filter(({ key }) => key !== row.key))}
                >
                  <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
                </IconButton>
              </div>
            )}
          </li>
        ))}
      </ol>
      {rows.length < MAX_PICTURES && rows.every(({ url }) => url !== '') && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => onChange((now) => [...now, { key: nextKey(now), url: '', alt: '' }])}
          className="justify-self-start"
        >
          <Plus aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
          Another picture by its address
        </Button>
      )}
    </>
  )
}

type PictureHandleProps = { row: PictureRow; isAlone: boolean; onDrag: (isDragged: boolean) => void }

function PictureHandle({ row: { key, url }, isAlone, onDrag }: PictureHandleProps) {
  function begin(event: DragEvent) {
    event.dataTransfer.effectAllowed = 'move'
    // Firefox drags nothing without data.
    event.dataTransfer.setData('text/plain', String(key))
    onDrag(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the row do the same.
    <div
      draggable={!isAlone}
      onDragStart={begin}
      onDragEnd={() => onDrag(false)}
      className={`flex items-center gap-1 self-start ${isAlone ? '' : 'cursor-grab'}`}
    >
      {!isAlone && <GripVertical aria-hidden="true" strokeWidth={1.5} className="size-5 text-cocoa-500" />}
      <Picture key={url} src={url} alt="" width={96} height={96} className="cut size-24 object-cover cut-10" />
    </div>
  )
}

type PictureFieldsProps = {
  row: PictureRow
  index: number
  wrong: Record<string, string | undefined>
  onChange: (typed: Partial<PictureRow>) => void
}

function PictureFields({ row, index, wrong, onChange }: PictureFieldsProps) {
  return (
    <div className="grid content-start gap-3">
      <Field
        label={index === 0 ? 'Picture address' : `Address of picture ${index + 1}`}
        inputMode="url"
        value={row.url}
        onChange={(event) => onChange({ url: event.target.value })}
        error={wrong[`images.${index}.url`]}
        autoComplete="off"
      />
      <Field
        label={index === 0 ? 'What the picture shows' : `What picture ${index + 1} shows`}
        value={row.alt}
        maxLength={MAX_ALT_LENGTH}
        onChange={(event) => onChange({ alt: event.target.value })}
        hint={index === 0 ? 'If empty, the name of the product.' : undefined}
        error={row.alt === '' ? wrong[`images.${index}.alt`] : undefined}
        autoComplete="off"
      />
    </div>
  )
}
