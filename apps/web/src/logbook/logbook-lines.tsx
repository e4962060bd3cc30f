import type { LogbookLine, LogbookUnit } from '@mimamori/contract/logbook'
import { screens } from '@mimamori/contract/screens'
import { useMemo } from 'react'
import { DataTable, type ListResult, type TableList } from '../kit/data-table.tsx'
import { useNarrow } from '../platform/use-media.ts'
import { LogbookCards } from './logbook-cards.tsx'
import { logbookColumns } from './logbook-columns.tsx'
import styles from './logbook-lines.module.css'

type Props = {
  readonly unit: LogbookUnit
  readonly list: TableList<never>
  readonly result: ListResult<LogbookLine>
}

const { title } = screens.logbook

const empty = { filtered: '', none: 'この期間の測定値はありません', wayOut: '期間か暑さ指数計を変えてください。' }

const keyOf = ({ at, until, device, source }: LogbookLine) => `${at} ${until} ${device} ${source}`

/** A page of the book: a table, or cards on a phone. */
export const LogbookLines = ({ unit, list, result }: Props) => {
  const columns = useMemo(() => logbookColumns(unit), [unit])
  const narrow = useNarrow()
  if (narrow) return <LogbookCards name={title} {...{ list, result, keyOf, empty }} />
  return (
    <div className={styles['rows']}>
      <DataTable<LogbookLine, never>
        label={title}
        rowHeight={38}
        rowKey={keyOf}
        rowClass={({ source }) => (source === 'gap' ? styles['row-gap'] : undefined)}
        {...{ columns, list, result, empty }}
      />
    </div>
  )
}
