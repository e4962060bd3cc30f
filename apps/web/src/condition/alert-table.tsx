import MailOutlined from '@ant-design/icons/MailOutlined'
import { alertKindNames, endingNames, formerOffice, isDeviceAlarm, outcomeNames, type AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { signed } from '@mimamori/contract/number-words'
import { worstInWords } from '@mimamori/contract/worst-level'
import { HandlingWord } from '../emergency/handling-word.tsx'
import { nextVerb } from '../emergency/handling-words.ts'
import { openResponse } from '../emergency/response-store.ts'
import { clockOf, minuteOfDay } from '../platform/japan-time.ts'
import { EmergencyBadge, LevelLabel } from '../marks/level-mark.tsx'
import { Lost } from '../marks/lost.tsx'
import styles from './alert-table.module.css'

const { alert: label } = labels

const Kind = ({ alert }: { readonly alert: AlertEpisode }) => {
  if (alert.emergency === '1') return <EmergencyBadge alarm={isDeviceAlarm(alert.kind) ? alert.kind : null} />
  const grade = levelGradeOf(alert.alertLevel)
  if (alert.kind !== 'condition' || grade === undefined) return alertKindNames[alert.kind]
  const worst = worstInWords(alert)
  return (
    <>
      <LevelLabel grade={grade} />
      {worst !== undefined && <div className={styles['note']}>{worst}</div>}
    </>
  )
}

/** When it ended; how, where nobody can take it for a recovery. */
const endOf = ({ endedAt, ending }: AlertEpisode): string => {
  if (endedAt === null) return '継続中'
  return ending === 'lost' || ending === 'handedOver' ? `${clockOf(endedAt)} ${endingNames[ending]}` : clockOf(endedAt)
}

/** Who saw to it, and how it ended; of a site that the person has left only how. */
const resultOf = (alert: AlertEpisode): string => {
  const who = alert.handledBy === null ? '' : `${alert.handledBy}${alert.handledAt === null ? '' : ` ${clockOf(alert.handledAt)}`}`
  const outcome = alert.outcome === null ? '' : outcomeNames[alert.outcome]
  const where = alert.baseName === null ? formerOffice : ''
  return [where, outcome, who, alert.note ?? ''].filter((part) => part !== '').join('・')
}

export type AlertTableProps = {
  readonly alerts: readonly AlertEpisode[]
  /** Of alerts whose site they see. */
  readonly mayAnswer: boolean
  /** Shows the chart from an hour on. */
  readonly onHour: (hour: number) => void
}

/** A day's alerts of a person as a table. */
export const AlertTable = ({ alerts, mayAnswer, onHour }: AlertTableProps) => (
  <div className={styles['frame']}>
    <table className={styles['table']}>
      <thead>
        <tr>
          <th>{label.startedAt}</th>
          <th>{label.endedAt}</th>
          <th>{label.kind}</th>
          <th>{label.reason}</th>
          <th className={styles['number']}>
            {label.heartRate} <span className={styles['unit']}>bpm</span>
          </th>
          <th className={styles['number']}>
            超過 <span className={styles['unit']}>℃</span>
          </th>
          <th>{label.mails}</th>
          <th>{label.handling}</th>
          <th>
            {label.handledBy}・{label.outcome}
          </th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <tr key={alert.id} className={styles['row']} data-emergency={alert.emergency === '1' && alert.handling !== 'closed'}>
            <td>
              <button
                type="button"
                className={styles['time']}
                onClick={() => onHour(Math.floor(minuteOfDay(Date.parse(alert.startedAt)) / 60))}
              >
                {clockOf(alert.startedAt)}
                <span className="visually-hidden">の図を見る</span>
              </button>
            </td>
            <td>
              {endOf(alert)}
              <Lost lost={alert.lost} />
            </td>
            <td>
              <Kind alert={alert} />
            </td>
            <td>{alert.reason}</td>
            <td className={styles['number']}>{alert.heartRate}</td>
            <td className={styles['number']}>{alert.excess === null ? null : signed(alert.excess)}</td>
            <td className={styles['mails']}>
              {alert.mails > 0 && (
                <>
                  <MailOutlined aria-hidden /> {alert.mails}件
                </>
              )}
            </td>
            <td>
              <HandlingWord alert={alert} />
            </td>
            <td>
              {resultOf(alert)}{' '}
              {mayAnswer && alert.baseName !== null && alert.handling !== 'closed' && alert.withdrawn === '0' && (
                <Button size="small" onClick={() => openResponse(alert)}>
                  {nextVerb[alert.handling]}
                </Button>
              )}{' '}
              {mayAnswer && (
                <Link to={screens.alertRecord.path} params={{ id: String(alert.id) }}>
                  記録
                  <span className="visually-hidden">（{clockOf(alert.startedAt)}）</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
