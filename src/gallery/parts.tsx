import { z } from 'zod'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { RepeatableRows } from '#src/ui/forms/repeatable-rows.tsx'
import { SchemaFields, SchemaForm } from '#src/ui/forms/schema-form.tsx'
import { TitledSection } from '#src/ui/forms/titled-section.tsx'
import { EmptyNote, ErrorNote, ItemList } from '#src/ui/item-list.tsx'
import { ListCount, LoadMore } from '#src/ui/list-paging.tsx'
import { Dialog, DialogActions, DialogClose } from '#src/ui/overlays/dialog.tsx'
import { Drawer } from '#src/ui/overlays/drawer.tsx'
import { Tooltip } from '#src/ui/overlays/tooltip.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#src/ui/tabs.tsx'
import { CONTROLS } from './controls.tsx'
import { MARKS } from './marks.tsx'
import { Held, idle, type Showcase } from './showcase.tsx'

const Person = z.object({ name: z.string().max(60), email: z.string(), isPaid: z.boolean() })
const ASHA = { name: 'Asha Rao', email: 'asha@example.com', isPaid: true }
const FIELDS = {
  name: 'Name',
  email: { label: 'E-mail', hint: 'For the invoice', type: 'email' },
  isPaid: 'Paid',
} as const
const item = (name: string) => (
  <li key={name} className="p-4">
    {name}
  </li>
)
const more = (isFetchingNextPage: boolean) => ({ hasNextPage: true, isFetchingNextPage, fetchNextPage: idle })

export const SHOWCASES: Showcase[] = [
  ...MARKS,
  ...CONTROLS,
  {
    of: [ItemList, EmptyNote, ErrorNote],
    states: {
      items: (
        <ItemList items={['SC-1001', 'SC-1002']} empty="No messages.">
          {item}
        </ItemList>
      ),
      empty: (
        <ItemList items={[]} empty="No messages.">
          {item}
        </ItemList>
      ),
      'nothing found': (
        <ItemList items={[]} empty="No messages." q="forty boxes">
          {item}
        </ItemList>
      ),
      note: <EmptyNote>No messages.</EmptyNote>,
      error: <ErrorNote>The messages could not be loaded.</ErrorNote>,
    },
  },
  {
    of: [ListCount, LoadMore],
    states: {
      counted: <ListCount total={1} one="order" many="orders" />,
      'too many to count': <ListCount total={null} one="order" many="orders" />,
      more: <LoadMore list={more(false)} />,
      loading: <LoadMore list={more(true)} />,
    },
  },
  {
    of: [Tabs, TabList, Tab, TabPanel],
    states: {
      plain: (
        <Tabs defaultValue="orders">
          <TabList label="Views">
            <Tab value="orders">Orders</Tab>
            <Tab value="products">Products</Tab>
          </TabList>
          <TabPanel value="orders">Nine orders</TabPanel>
          <TabPanel value="products">Thirty products</TabPanel>
        </Tabs>
      ),
    },
  },
  {
    of: [TitledSection],
    states: {
      plain: (
        <TitledSection title="Delivery">
          <Field label="City" />
        </TitledSection>
      ),
      numbered: (
        <TitledSection title="Delivery" isNumbered>
          <Field label="City" />
        </TitledSection>
      ),
    },
  },
  {
    of: [RepeatableRows],
    states: {
      rows: (
        <Held first={['Milk', 'Dark']}>
          {(rows, set) => (
            <RepeatableRows label="Names" rows={rows} onChange={set} blank="" add="Add a name" nameOf={(row) => row}>
              {(row, index) => <Field label={`Name ${index + 1}`} defaultValue={row} />}
            </RepeatableRows>
          )}
        </Held>
      ),
    },
  },
  {
    of: [SchemaForm, SchemaFields],
    states: {
      filled: (
        <Held first={ASHA}>
          {(value, set) => (
            <SchemaForm
              {...{ schema: Person, fields: FIELDS, value, set, save: 'Save', className: 'gap-4' }}
              {...{ isPending: false, onSave: idle, problem: undefined, reload: false, errorOf: () => undefined }}
            />
          )}
        </Held>
      ),
      'refused, saved by another meanwhile': (
        <SchemaForm
          {...{ schema: Person, fields: FIELDS, value: ASHA, set: idle, save: 'Save', className: 'gap-4' }}
          {...{ isPending: true, onSave: idle, problem: 'Another admin has changed this.' }}
          reload={{ label: 'Show their version', onClick: idle }}
          errorOf={(path) => (path === 'email' ? 'Please enter a valid e-mail address.' : undefined)}
        />
      ),
    },
  },
  {
    of: [Dialog, DialogActions, DialogClose],
    states: {
      'opened by a button': (
        <Held first={false}>
          {(isOpen, setOpen) => (
            <>
              <Button onClick={() => setOpen(true)}>Open the dialog</Button>
              <Dialog open={isOpen} onOpenChange={setOpen} title="Cancel this order?" description="It is not paid yet.">
                <DialogActions onClose={() => setOpen(false)}>Cancel it</DialogActions>
              </Dialog>
            </>
          )}
        </Held>
      ),
    },
  },
  {
    of: [Drawer],
    states: {
      'opened by a button': (
        <Held first={false}>
          {(isOpen, setOpen) => (
            <>
              <Button onClick={() => setOpen(true)}>Open the drawer</Button>
              <Drawer open={isOpen} onOpenChange={setOpen} title="Your Cart" footer={<Button>Checkout</Button>}>
                Two chocolates
              </Drawer>
            </>
          )}
        </Held>
      ),
    },
  },
  {
    of: [Tooltip],
    states: {
      'after 700 ms': (
        <Tooltip text="Shopping cart">
          <Button variant="secondary">Point here</Button>
        </Tooltip>
      ),
    },
  },
]
