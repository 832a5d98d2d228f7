import { mutationOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { uploadFile } from '#src/browser/upload-file.ts'
import { MAX_TABLE_BYTES, type RecipientTable, TABLE_TOO_LARGE } from './recipients.contract.ts'

const PATH = '/api/orders/recipients'
export const TEMPLATE_PATH = `${PATH}/template.csv`

/** A file, or cells that were copied from a spreadsheet. */
export type TypedTable = File | string

export const readRecipients = mutationOptions({
  mutationFn: (table: TypedTable) => {
    const body = typeof table === 'string' ? new File([table], 'people.txt', { type: 'text/plain' }) : table
    // The server closes the connection to a larger file before the browser reads why.
    if (body.size > MAX_TABLE_BYTES) throw new TableError(TABLE_TOO_LARGE)
    return uploadFile<RecipientTable>({ path: `${PATH}/read`, body })
  },
})

class TableError extends Error {}

export const whyUnread = (error: Error) =>
  error instanceof TableError
    ? error.message
    : (serverMessage(error) ?? 'The table could not be sent. Please try again.')
