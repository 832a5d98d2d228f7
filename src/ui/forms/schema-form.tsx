import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { Field, TextAreaField } from './field.tsx'
import { NumberField } from './number-field.tsx'
import { RepeatableRows } from './repeatable-rows.tsx'
import {
  blankValue,
  childSchema,
  controlKind,
  enumOptions,
  isNullable,
  isOptional,
  maxLength,
  type Schema,
} from './schema-shape.ts'
import { SelectField } from './select.tsx'

export type PartProps<T> = {
  value: T
  set: (value: T) => void
  /** The error of a field by its path: `week.0.closes`. */
  errorOf: (path: string) => string | undefined
}

/** Fields by their names, or such parts in order, with layouts around them and components of their own. */
export type FormFields<T> = FieldMap<T> | readonly (FieldMap<T> | Group<T> | ((props: PartProps<T>) => ReactNode))[]

type FieldMap<T> = { readonly [K in Names<T>]?: Described<NonNullable<T[K]>, T> }
type Names<T> = (T extends readonly unknown[] ? Exclude<keyof T, keyof unknown[]> : keyof T) & string
type Described<V, Parent> = V extends readonly [unknown, unknown]
  ? Group<V>
  : V extends readonly (infer Row)[]
    ? List<Row, Parent>
    : V extends object
      ? Group<V>
      : string | Control<Parent>

type Group<T> = {
  title?: string | ((value: T) => string)
  /** A white box, whose title only screen readers get. */
  isCard?: boolean
  className?: string
  fields: FormFields<T>
}

type List<Row, Parent> = {
  title: string
  hint?: string
  /** The accessible name of the list; its title if absent. */
  listName?: string
  add: string
  rowName: (row: Row) => string
  blank?: (value: Parent) => Partial<Row>
  className?: string
  /** The fields of a row, or the control of a list of texts. */
  row: Row extends object ? FormFields<Row> : TextRow
}

type TextRow = { label: (index: number) => string; type: string }

type Control<Parent> = Pick<
  ComponentProps<'input'>,
  'type' | 'placeholder' | 'inputMode' | 'maxLength' | 'autoCapitalize'
> & {
  label: string
  hint?: string | ((value: Parent) => string | undefined)
  className?: string
  rows?: number
  options?: (value: Parent) => readonly { value: string; label: string }[]
  optionLabel?: (option: string) => string
  parse?: (typed: string) => string
}

type SchemaFormProps<T> = FieldsProps<T> & {
  className: string
  save: string
  isPending: boolean
  onSave: () => void
  problem: string | undefined
  /** Offered when another admin has saved meanwhile. */
  reload: { label: string; onClick: () => void } | false
  children?: ReactNode
}

/** A form whose fields follow from a schema; `fields` adds labels, hints and layout. */
export function SchemaForm<T>({ className, problem, reload, children, ...props }: SchemaFormProps<T>) {
  const { save, isPending, onSave, ...fields } = props
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isPending) onSave()
  }
  return (
    <form noValidate onSubmit={submit} className={`grid ${className}`}>
      <SchemaFields {...fields} />
      {children}
      {problem && (
        <div role="alert" className="grid justify-items-start gap-3 bg-err-tint px-4 py-3 text-err">
          <p>{problem}</p>
          {reload && (
            <Button variant="secondary" size="small" onClick={reload.onClick}>
              {reload.label}
            </Button>
          )}
        </div>
      )}
      <Button type="submit" pending={isPending} className="w-full sm:w-auto sm:justify-self-start">
        {save}
      </Button>
    </form>
  )
}

type FieldsProps<T> = PartProps<T> & { schema: Schema; fields: FormFields<T> }

export function SchemaFields<T>({ fields, ...part }: FieldsProps<T>) {
  const parts = Array.isArray(fields) ? fields : [fields]
  return parts.map((entry, index) => {
    if (typeof entry === 'function') {
      const Own = entry
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a form never move.
      return <Own key={index} {...part} />
    }
    if ('fields' in entry)
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a form never move.
      return <FieldGroup key={index} group={entry} {...(part as AnyPart)} />
    return Object.entries(entry).map(([name, described]) => (
      <NamedPart key={name} name={name} described={described as AnyDescribed} {...(part as AnyPart)} />
    ))
  })
}

// The types above tie each description to its value; from here on the schema says what a value is.
type AnyPart = PartProps<unknown> & { schema: Schema }
type AnyGroup = Group<Record<string, unknown>>
type AnyList = Omit<List<object, unknown>, 'row'> & { row: FormFields<object> | TextRow }
type AnyDescribed = string | AnyGroup | AnyList | Control<unknown>

function NamedPart({ name, described, ...parent }: AnyPart & { name: string; described: AnyDescribed }) {
  const part = childPart(parent, name)
  if (typeof described === 'string')
    return <FieldControl control={{ label: described }} parent={parent.value} {...part} />
  if ('fields' in described) return <FieldGroup group={described} {...part} />
  if ('row' in described) return <FieldList list={described} parent={parent.value} {...part} />
  return <FieldControl control={described} parent={parent.value} {...part} />
}

function childPart({ schema, value, set, errorOf }: AnyPart, name: string): AnyPart {
  const values = value as Record<string, unknown>
  return {
    schema: childSchema(schema, name),
    value: values[name],
    set: (changed) => {
      const cleaned = changed === '' && isOptional(schema, name) ? undefined : changed
      set(Array.isArray(value) ? value.with(Number(name), cleaned) : { ...values, [name]: cleaned })
    },
    errorOf: (path) => errorOf(path ? `${name}.${path}` : name),
  }
}

function FieldGroup({ group, ...part }: AnyPart & { group: AnyGroup }) {
  const { title, isCard, className, fields } = group
  const value = part.value as Record<string, unknown>
  const content = <SchemaFields fields={fields} {...part} value={value} />
  const laidOut = className ? <div className={className}>{content}</div> : content
  if (title === undefined) return laidOut
  const problem = part.errorOf('')
  return (
    <fieldset className={isCard ? 'border border-line bg-white p-4 sm:p-5' : undefined}>
      <legend className={isCard ? 'sr-only' : 'mb-3 font-semibold'}>
        {typeof title === 'function' ? title(value) : title}
      </legend>
      {laidOut}
      {problem && <p className="mt-2 font-medium text-err text-meta">{problem}</p>}
    </fieldset>
  )
}

function FieldList({ list, parent, ...part }: AnyPart & { list: AnyList; parent: unknown }) {
  const { title, hint, listName = title, add, rowName, blank, className, row } = list
  const rows = part.value as object[]
  const item = childSchema(part.schema, '0')
  const blankRow = blankValue(item) as object
  // An empty list has no field that could show the error of its first row.
  const firstRow = rows.length === 0 ? ['0', ...Object.keys(blankRow).map((name) => `0.${name}`)] : []
  const problem = ['', ...firstRow].map(part.errorOf).find(Boolean)
  return (
    <fieldset>
      <legend className={hint ? 'font-semibold' : 'mb-3 font-semibold'}>{title}</legend>
      {hint && <p className="mt-1 mb-3 max-w-[60ch] text-cocoa-600 text-small">{hint}</p>}
      <RepeatableRows
        label={listName}
        rows={rows}
        onChange={part.set}
        blank={blank ? { ...blankRow, ...blank(parent) } : blankRow}
        add={add}
        nameOf={rowName}
        max={maxLength(part.schema)}
      >
        {(one, index) => {
          const rowPart = childPart(part, String(index))
          if ('label' in row && typeof row.label === 'function')
            return <FieldControl control={{ ...row, label: row.label(index) }} parent={one} {...rowPart} />
          return (
            <div className={className}>
              <SchemaFields fields={row as FormFields<object>} {...rowPart} value={one} />
            </div>
          )
        }}
      </RepeatableRows>
      {problem && <p className="mt-2 font-medium text-err text-meta">{problem}</p>}
    </fieldset>
  )
}

function FieldControl({ control, parent, ...part }: AnyPart & { control: Control<unknown>; parent: unknown }) {
  const { label, className, hint, rows, options, optionLabel, parse = (typed) => typed, ...input } = control
  const { schema, value, set, errorOf } = part
  const kind = controlKind(schema)
  if (kind === 'boolean')
    return (
      <CheckboxField
        label={label}
        className={className}
        checked={value === true}
        onChange={(e) => set(e.target.checked)}
      />
    )
  const text = { label, className, error: errorOf(''), hint: typeof hint === 'function' ? hint(parent) : hint }
  if (kind === 'number' && !isNullable(schema)) return <NumberField {...text} value={Number(value)} onChange={set} />
  const typed = {
    ...text,
    value: String(value ?? ''),
    onChange: ({ target }: { target: { value: string } }) => set(parse(target.value)),
  }
  // The text is sent as it was typed, so that a wrong number does not become an empty one.
  if (kind === 'number')
    return (
      <Field
        inputMode="decimal"
        autoComplete="off"
        {...input}
        {...typed}
        onChange={({ target }) => set(target.value.trim() === '' ? null : target.value)}
      />
    )
  if (kind === 'enum' || options) {
    const choices =
      options?.(parent) ?? enumOptions(schema).map((one) => ({ value: one, label: optionLabel?.(one) ?? one }))
    return (
      <SelectField {...typed}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </SelectField>
    )
  }
  if (rows !== undefined) return <TextAreaField rows={rows} maxLength={maxLength(schema)} {...typed} />
  const type = kind === 'date' || kind === 'email' ? kind : 'text'
  return <Field type={type} maxLength={maxLength(schema)} {...input} {...typed} />
}
