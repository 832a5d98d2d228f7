import { queryOptions } from '@tanstack/react-query'
import type { DataProcessor } from '#src/core/data-processors.ts'

export const dataProcessorsQuery = queryOptions<DataProcessor[]>({ queryKey: ['/api/processors'] })
