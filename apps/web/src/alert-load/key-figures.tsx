import type { AlertLoad } from '@mimamori/contract/alert-load'
import { nothing, shareOf, waitInWords } from '../marks/charts/figure-words.ts'
import styles from './key-figures.module.css'
import { sumOf, tenth } from './load-words.ts'

type FigureProps = { readonly name: string; readonly value: string; readonly unit: string; readonly more?: string; readonly note: string }

const Figure = ({ name, value, unit, more, note }: FigureProps) => (
  <li className={styles['figure']}>
    <span className={styles['name']}>{name}</span>
    <span className={styles['line']}>
      <strong className={styles['value']}>{value}</strong>
      <span className={styles['unit']}>{unit}</span>
      {more !== undefined && <span className={styles['more']}>{more}</span>}
    </span>
    <span className={styles['note']}>{note}</span>
  </li>
)

const inItems = (count: number) => `${count.toLocaleString('ja-JP')}件`

const Share = ({
  name,
  count,
  total,
  note,
}: {
  readonly name: string
  readonly count: number
  readonly total: number
  readonly note: string
}) => {
  const share = shareOf(count, total)
  return <Figure name={name} value={share.replace('%', '')} unit={total === 0 ? '' : '%'} more={inItems(count)} note={note} />
}

const receivedOf = ({ notices, days }: AlertLoad): string =>
  notices.receivers === 0 ? nothing : tenth(notices.received / notices.receivers / days.length)

/** The period in five figures: what a receiver gets in a day, what became of the alerts, and how long an answer took. */
export const KeyFigures = ({ load }: { readonly load: AlertLoad }) => {
  const { totals, response, notices } = load
  const total = sumOf(totals)
  const median = response.medianSeconds === null ? undefined : waitInWords(Math.round(response.medianSeconds))
  const most = response.p90Seconds === null ? undefined : waitInWords(Math.round(response.p90Seconds))
  return (
    <ul className={styles['strip']} aria-label="期間の数字">
      <Figure
        name="1人が1日に受け取る通知"
        value={receivedOf(load)}
        unit={notices.receivers === 0 ? '' : '件'}
        note={
          notices.receivers === 0
            ? '送られた通知はありません'
            : `受け取る人 ${notices.receivers}人・メール ${inItems(notices.mail)}・プッシュ ${inItems(notices.push)}`
        }
      />
      <Share name="人が答えた" count={totals.answered} total={total} note={`アラート ${inItems(total)}のうち`} />
      <Share name="ひとりでに終わった" count={totals.endedAlone} total={total} note="だれも答えないうちに終わったもの" />
      <Share name="誤報とされた" count={totals.falseAlarm} total={total} note={`まだ続くもの ${inItems(totals.waiting)}`} />
      <Figure
        name="答えるまで（中央値）"
        value={median?.value ?? nothing}
        unit={median?.unit ?? ''}
        note={most === undefined ? '答えたアラートなし' : `10件のうち9件は ${most.value}${most.unit}以内`}
      />
    </ul>
  )
}
