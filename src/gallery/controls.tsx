import Heart from 'lucide-react/icons/heart'
import { Button, ButtonIcon, IconButton } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { CsvFileChooser } from '#src/ui/forms/csv-file-chooser.tsx'
import { Field, LabelledControl, TextAreaField } from '#src/ui/forms/field.tsx'
import { FilterButton, FilterButtons, FilterRow } from '#src/ui/forms/filter-buttons.tsx'
import { MoveButtons } from '#src/ui/forms/move-buttons.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { QuantityStepper } from '#src/ui/forms/quantity-stepper.tsx'
import { SearchBox } from '#src/ui/forms/search-box.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { UploadButton } from '#src/ui/forms/upload-button.tsx'
import { Held, idle, type Showcase } from './showcase.tsx'

const FILTERS = { all: 'All', open: 'Open', answered: 'Answered' } as const

export const CONTROLS: Showcase[] = [
  {
    of: [Button],
    states: {
      primary: <Button>Add to Cart</Button>,
      gold: <Button variant="gold">Explore the collection</Button>,
      secondary: <Button variant="secondary">Load more</Button>,
      link: <Button variant="link">Read the story</Button>,
      small: <Button size="small">Add to Cart</Button>,
      disabled: <Button disabled>Out of Stock</Button>,
      'secondary, disabled': (
        <Button variant="secondary" disabled>
          Load more
        </Button>
      ),
      pending: <Button pending>Place Order</Button>,
    },
  },
  {
    of: [IconButton, ButtonIcon],
    states: {
      plain: (
        <IconButton label="Save">
          <ButtonIcon of={Heart} />
        </IconButton>
      ),
      disabled: (
        <IconButton label="Save" disabled>
          <ButtonIcon of={Heart} />
        </IconButton>
      ),
    },
  },
  {
    of: [Field, LabelledControl],
    states: {
      empty: <Field label="City" placeholder="Hyderabad" />,
      hint: <Field label="Phone" hint="Ten digits, for the courier" defaultValue="98765 43210" />,
      error: <Field label="PIN code" error="A PIN code has six digits." defaultValue="5000" />,
      disabled: <Field label="State" disabled defaultValue="Telangana" />,
      'label for screen readers only': <Field label="Search" labelHidden placeholder="Search" />,
    },
  },
  {
    of: [TextAreaField],
    states: {
      empty: <TextAreaField label="Message" />,
      error: <TextAreaField label="Message" error="This is required." rows={2} />,
    },
  },
  {
    of: [NumberField],
    states: {
      number: <Held first={40}>{(value, set) => <NumberField label="Stock" value={value} onChange={set} />}</Held>,
      'no number': <NumberField label="Stock" value={Number.NaN} onChange={idle} error="Please enter a number." />,
    },
  },
  {
    of: [SelectField],
    states: {
      chosen: (
        <SelectField label="Sort by" defaultValue="name">
          <option value="name">Name A-Z</option>
          <option value="stock">Stock available</option>
        </SelectField>
      ),
      error: (
        <SelectField label="State" error="Please choose a state.">
          <option />
        </SelectField>
      ),
    },
  },
  {
    of: [CheckboxField],
    states: {
      off: <CheckboxField label="Save this address" />,
      on: <CheckboxField label="Save this address" defaultChecked />,
      disabled: <CheckboxField label="Save this address" disabled />,
    },
  },
  {
    of: [QuantityStepper],
    states: {
      normal: <Held first={2}>{(value, set) => <QuantityStepper value={value} onChange={set} max={5} />}</Held>,
      small: <Held first={1}>{(value, set) => <QuantityStepper value={value} onChange={set} size="small" />}</Held>,
      'at its most': <QuantityStepper value={5} onChange={idle} max={5} whyMax="5 in stock" />,
      disabled: <QuantityStepper value={1} onChange={idle} disabled />,
    },
  },
  {
    of: [FilterButtons, FilterRow, FilterButton],
    states: {
      'one of several': (
        <Held<keyof typeof FILTERS> first="open">
          {(value, set) => <FilterButtons legend="Status" labels={FILTERS} chosen={value} onChoose={set} />}
        </Held>
      ),
      'one disabled': (
        <FilterRow legend="Diet">
          <FilterButton isChosen onChoose={idle}>
            Vegetarian
          </FilterButton>
          <FilterButton isChosen={false} isDisabled onChoose={idle}>
            With egg
          </FilterButton>
        </FilterRow>
      ),
    },
  },
  {
    of: [SearchBox],
    states: {
      empty: <SearchBox label="Search orders" placeholder="Number or name" q={undefined} onSearch={idle} />,
      searched: <SearchBox label="Search orders" placeholder="Number or name" q="Asha" onSearch={idle} />,
    },
  },
  {
    of: [UploadButton],
    states: { plain: <UploadButton label="Upload pictures" onFiles={idle} multiple /> },
  },
  { of: [CsvFileChooser], states: { plain: <CsvFileChooser onChoose={idle} /> } },
  {
    of: [MoveButtons],
    states: {
      first: <MoveButtons name="Truffles" index={0} count={3} onMove={idle} />,
      middle: <MoveButtons name="Bars" index={1} count={3} onMove={idle} />,
    },
  },
]
