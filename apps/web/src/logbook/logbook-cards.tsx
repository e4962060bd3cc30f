import { labels } from '@mimamori/contract/labels'
import type { LogbookLine } from '@mimamori/contract/logbook'
import { CardList } from '../kit/card-list.tsx'
import type { ListResult, TableList } from '../kit/data-table.tsx'
import type { Emptiness } from '../kit/empty-state.tsx'
import { HeatValue } from './heat-value.tsx'
import styles from './logbook-cards.module.css'
import { SourceLabel } from './source-mark.tsx'
import { whenOf } from './words.ts'

const { logbook: label } = labels

const facts = [
  { key: 'temperature', unit: '℃', digits: 1 },
  { key: 'humidity', unit: '%', digits: 0 },
  { key: 'globe', unit: '℃', digits: 1 },
] as const

const Facts = ({ line }: { readonly line: LogbookLine }) => (
  <p className={styles['facts']}>
    {line.wbgtMean !== null && (
      <span>
        平均 {line.wbgtMean.toFixed(1)}℃・{line.count}回
      </span>
    )}
    {facts.map(
      ({ key, unit, digits }) =>
        line[key] !== null && (
          <span key={key}>
            {label[key]} {line[key].toFixed(digits)}
            {unit}
          </span>
        ),
    )}
  </p>
)

const Card = ({ line }: { readonly line: LogbookLine }) => (
  <li className={styles['card']} data-source={line.source}>
    <p className={styles['head']}>
      <strong>{whenOf(line)}</strong>
      <span className={styles['heat']}>
        {label.wbgt} <HeatValue wbgt={line.wbgt} />
      </span>
    </p>
    <p className={styles['from']}>
      <span>
        {line.place} {line.device}
      </span>
      <SourceLabel source={line.source} />
    </p>
    {line.source !== 'gap' && <Facts line={line} />}
    {line.remark !== null && <p className={styles['remark']}>{line.remark}</p>}
  </li>
)

type Props = {
  readonly name: string
  readonly list: TableList<never>
  readonly result: ListResult<LogbookLine>
  readonly keyOf: (line: LogbookLine) => string
  readonly empty: Emptiness
}

/** The lines of the book on a phone. */
export const LogbookCards = ({ name, list, result, keyOf, empty }: Props) => (
  <CardList<LogbookLine, never> list={list} result={result} empty={empty}>
    {(lines) => (
      <ul className={styles['cards']} aria-label={name}>
        {lines.map((line) => (
          <Card key={keyOf(line)} line={line} />
        ))}
      </ul>
    )}
  </CardList>
)
