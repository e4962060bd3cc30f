import { z } from 'zod'
import { importColumn } from './columns.ts'

/** Columns of a file of nothing in particular; the reading thread imports them from here. */
export const plainColumns = [importColumn({ field: 'code', name: 'code', label: 'コード', type: 'text', schema: z.string() })]
