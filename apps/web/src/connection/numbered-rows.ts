import type { MappingRow } from './mapping-draft.ts'

/** The rows as they are numbered: 1 is the device, 2 the time, the others follow. */
export const numberedRows = (
  rows: readonly MappingRow[],
): { readonly time: MappingRow | undefined; readonly rows: readonly { readonly row: MappingRow; readonly number: number }[] } => ({
  time: rows.find(({ to }) => to === 'at'),
  rows: rows.filter(({ to }) => to !== 'at').map((row, index) => ({ row, number: index + 3 })),
})
