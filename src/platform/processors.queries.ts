import { queryOptions } from '@tanstack/react-query'
import type { Processor } from '#src/core/processors.ts'

/** Who else handles personal data for this shop. */
export const processorsQuery = queryOptions<Processor[]>({ queryKey: ['/api/processors'] })
