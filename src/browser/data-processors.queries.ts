import { queryOptions } from '@tanstack/react-query'
import type { DataProcessor } from '#src/core/data-processors.ts'

/** Who else handles personal data for this shop. */
export const dataProcessorsQuery = queryOptions<DataProcessor[]>({ queryKey: ['/api/processors'] })
