import type { Column } from './data-table.tsx'
import styles from './wrapped-columns.module.css'

/** The columns of a table with long values wrapped in their cells. */
export const wrappedColumns = <Row extends object, SortKey extends string>(
  columns: readonly Column<Row, SortKey>[],
): readonly Column<Row, SortKey>[] =>
  columns.map((column) => ({ ...column, render: (row) => <div className={styles['cell']}>{column.render(row)}</div> }))
