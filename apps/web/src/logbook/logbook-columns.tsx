import { labels } from '@mimamori/contract/labels'
import type { LogbookLine, LogbookUnit } from '@mimamori/contract/logbook'
import type { Column } from '../kit/data-table.tsx'
import { HeatValue } from './heat-value.tsx'
import styles from './logbook-columns.module.css'
import { SourceLabel } from './source-mark.tsx'
import { nothing, whenOf } from './words.ts'

const { logbook: label } = labels

type LogbookColumn = Column<LogbookLine, never>

type NumberKey = 'wbgtMean' | 'temperature' | 'humidity' | 'globe'

const number = (key: NumberKey, unit: string, digits: number, title: string = label[key]): LogbookColumn => ({
  key,
  title,
  unit,
  align: 'right',
  render: ({ [key]: value }) => value?.toFixed(digits) ?? nothing,
})

const at: LogbookColumn = {
  key: 'at',
  title: label.at,
  fixed: 'start',
  render: (line) => <span className={styles['at']}>{whenOf(line)}</span>,
}

const place: LogbookColumn = {
  key: 'place',
  title: label.place,
  render: (line) => (
    <span className={styles['place']}>
      {line.place}
      {line.device !== null && <span className={styles['device']}>{line.device}</span>}
    </span>
  ),
}

const source: LogbookColumn = { key: 'source', title: label.source, render: (line) => <SourceLabel source={line.source} /> }

const wbgt = (title: string): LogbookColumn => ({
  key: 'wbgt',
  title,
  unit: '℃',
  align: 'right',
  render: (line) => <HeatValue wbgt={line.wbgt} />,
})

const remark: LogbookColumn = {
  key: 'remark',
  title: label.remark,
  render: (line) => line.remark !== null && <span className={styles['remark']}>{line.remark}</span>,
}

const ofValue: readonly LogbookColumn[] = [
  wbgt(label.wbgt),
  number('temperature', '℃', 1),
  number('humidity', '%', 0),
  number('globe', '℃', 1),
]

// Of the air, summaries keep the highest temperature alone.
const ofStretch: readonly LogbookColumn[] = [
  wbgt(`${label.wbgt}（最高）`),
  number('wbgtMean', '℃', 1),
  { key: 'count', title: label.count, align: 'right', render: ({ count }) => count?.toLocaleString('ja-JP') ?? nothing },
  number('temperature', '℃', 1, `${label.temperature}（最高）`),
]

/** The columns of a book; a stretch says its mean and of how many values it is. */
export const logbookColumns = (unit: LogbookUnit): readonly LogbookColumn[] => [
  at,
  place,
  source,
  ...(unit === 'value' ? ofValue : ofStretch),
  remark,
]
