import { formerOffice } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { signed } from '@mimamori/contract/number-words'
import { AlertCard } from '../emergency/alert-card.tsx'
import { NextStep } from '../emergency/alert-parts.tsx'
import { clockOf, minuteOfDay } from '../platform/japan-time.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './alert-rows.module.css'
import { AlertTable, type AlertTableProps } from './alert-table.tsx'

const { alert: label } = labels

type Alert = AlertTableProps['alerts'][number]

const valuesOf = ({ heartRate, excess }: Alert): string =>
  [heartRate !== null && `${label.heartRate} ${heartRate} bpm`, excess !== null && `${label.excess} ${signed(excess)} ℃`]
    .filter((value) => value !== false)
    .join('・')

const Card = ({ alert, mayAnswer, onHour }: Omit<AlertTableProps, 'alerts'> & { readonly alert: Alert }) => (
  <AlertCard alert={alert} withCourse step={mayAnswer && alert.baseName !== null && <NextStep alert={alert} />}>
    <p className={styles['reason']}>{alert.reason}</p>
    <p className={styles['values']}>{valuesOf(alert)}</p>
    {alert.baseName === null && <p className={styles['values']}>{formerOffice}</p>}
    <div className={styles['ways']}>
      <Button type="link" className={styles['way'] ?? ''} onClick={() => onHour(Math.floor(minuteOfDay(Date.parse(alert.startedAt)) / 60))}>
        図を見る
        <span className="visually-hidden">（{clockOf(alert.startedAt)}）</span>
      </Button>
      {mayAnswer && (
        <Link to={screens.alertRecord.path} params={{ id: String(alert.id) }} className={styles['way'] ?? ''}>
          記録
          <span className="visually-hidden">（{clockOf(alert.startedAt)}）</span>
        </Link>
      )}
    </div>
  </AlertCard>
)

/** A day's alerts of a person, the latest first: a line an episode, or a card where a line would leave the screen. */
export const AlertRows = (props: AlertTableProps) => {
  const narrow = useNarrow()
  const { alerts } = props
  if (alerts.length === 0) return <p className={styles['none']}>この日のアラートはありません。</p>
  if (!narrow) return <AlertTable {...props} />
  return (
    <ul className={styles['cards']} aria-label="アラート">
      {alerts.map((alert) => (
        <li key={alert.id} className={styles['item']}>
          <Card alert={alert} {...props} />
        </li>
      ))}
    </ul>
  )
}
