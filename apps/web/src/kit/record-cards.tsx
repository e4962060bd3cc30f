import type { Key, ReactNode } from 'react'
import { CardList } from './card-list.tsx'
import type { Column, ListResult, TableList } from './data-table.tsx'
import type { Emptiness } from './empty-state.tsx'
import styles from './record-cards.module.css'
import { RowActions } from './row-actions.tsx'

type RecordCardsProps<Row extends object, SortKey extends string> = {
  readonly label: string
  /** The one that stays at the start of a table heads the card, else the first. */
  readonly columns: readonly Column<Row, SortKey>[]
  readonly rowKey: (row: Row) => Key
  readonly list: TableList<SortKey>
  readonly result: ListResult<Row>
  readonly empty: Emptiness
  readonly actions?: ((row: Row) => ReactNode) | undefined
}

type FactProps<Row extends object> = { readonly column: Column<Row>; readonly row: Row }

/** A column's value with its name; nothing at all where the column says nothing of such a row. */
const Fact = <Row extends object>({ column, row }: FactProps<Row>) => {
  const value = column.render(row)
  if (value === false) return null
  return (
    <div className={styles['fact']}>
      <dt className={styles['label']}>
        {column.title}
        {column.unit !== undefined && ` ${column.unit}`}
      </dt>
      <dd className={styles['value']}>{value}</dd>
    </div>
  )
}

const Card = <Row extends object, SortKey extends string>({
  row,
  columns,
  actions,
}: Pick<RecordCardsProps<Row, SortKey>, 'columns' | 'actions'> & { readonly row: Row }) => {
  const head = columns.find((column) => column.fixed === 'start') ?? columns[0]
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>{head?.render(row)}</div>
      <dl className={styles['facts']}>{columns.map((column) => column !== head && <Fact key={column.key} column={column} row={row} />)}</dl>
      {actions !== undefined && <RowActions>{actions(row)}</RowActions>}
    </li>
  )
}

/** The rows of a list where a table has no room: a phone. */
export const RecordCards = <Row extends object, SortKey extends string>(props: RecordCardsProps<Row, SortKey>) => {
  const { label, columns, rowKey, list, result, empty, actions } = props
  return (
    <CardList list={list} result={result} empty={empty}>
      {(rows) => (
        <ul className={styles['cards']} aria-label={label}>
          {rows.map((row) => (
            <Card key={rowKey(row)} row={row} columns={columns} actions={actions} />
          ))}
        </ul>
      )}
    </CardList>
  )
}
