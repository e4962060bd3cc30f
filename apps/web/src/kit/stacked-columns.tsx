import { Fragment } from 'react'
import type { Column } from './data-table.tsx'
import styles from './stacked-columns.module.css'

/** How many columns name a row. */
const heading = 2

/** The columns of a list one below the other, for where a table has no room: what names the row, then the rest with its labels. */
export const stackedColumns = <Row extends object>(columns: readonly Column<Row, never>[]): readonly Column<Row, never>[] => [
  {
    key: 'stacked',
    title: columns.slice(0, heading).map(({ key, title }, n) => (
      <Fragment key={key}>
        {n > 0 && '・'}
        {title}
      </Fragment>
    )),
    render: (row) => (
      <div className={styles['stack']}>
        <div className={styles['head']}>
          {columns.slice(0, heading).map((column) => (
            <span key={column.key}>{column.render(row)}</span>
          ))}
        </div>
        <div className={styles['facts']}>
          {columns.slice(heading).map((column) => (
            <span key={column.key}>
              <span className={styles['label']}>
                {column.title}
                {column.unit !== undefined && ` ${column.unit}`}
              </span>{' '}
              {column.render(row)}
            </span>
          ))}
        </div>
      </div>
    ),
  },
]
