import type { AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Checkbox } from 'antd'
import { signed } from '@mimamori/contract/number-words'
import { AlertLink, Course, Handling, NextStep as NextButton, Outcome, Sign, tintOf } from '../../emergency/alert-parts.tsx'
import { furtherReasonOf, placeAndGroupOf, reasonOf } from '../../emergency/alert-words.ts'
import { subjectOf } from '../../emergency/handling-words.ts'
import type { Column } from '../../kit/data-table.tsx'
import type { Shows } from '../../organisation/settings/display-items.ts'
import type { SortKey } from './list-ask.ts'
import styles from './list-screen.module.css'
import type { Way } from './group-by-person.ts'

type AlertColumn = Column<AlertEpisode, SortKey>
type List = 'ALERT_LIST_DISPLAY_ITEM_SETTING'

const { alert: label } = labels

export type ColumnChoice = {
  readonly shows: Shows<List>
  /** The base is a column where the list is of several, the company too. */
  readonly withBase: boolean
  readonly withCompany: boolean
  /** Where the screen is narrower than all columns: the base has none of its own, and where it is tight the outcome has none. */
  readonly compact: boolean
  readonly tight: boolean
  readonly wayOf: (alert: AlertEpisode) => Way
  readonly isTicked: (id: number) => boolean
  readonly onTick: (id: number) => void
}

/** What the row offers to do: the next step with it, unless it is confirmed together with another. */
export const NextStep = ({ alert, way }: { readonly alert: AlertEpisode; readonly way: Way }) => {
  if (way === 'bar') return null
  const isWaiting = alert.handling !== 'closed' && alert.withdrawn === '0'
  if (way === 'withEmergency' && isWaiting) return <span className={styles['quiet']}>上の緊急と一緒に確認</span>
  return <NextButton alert={alert} />
}

type Ticking = Pick<ColumnChoice, 'shows' | 'wayOf' | 'isTicked' | 'onTick'>

/** Takes an alert out of those that the bar beneath confirms, and in again. */
export const Tick = ({ alert, choice }: { readonly alert: AlertEpisode; readonly choice: Ticking }) =>
  choice.wayOf(alert) === 'bar' && (
    <Checkbox
      aria-label={`${subjectOf(alert)}　${reasonOf(alert, choice.shows)}を選ぶ`}
      checked={choice.isTicked(alert.id)}
      onChange={() => choice.onTick(alert.id)}
    />
  )

const hasBase = ({ withBase, shows }: ColumnChoice) => withBase && shows('BASE_NAME')

const Base = ({ alert, withCompany }: { readonly alert: AlertEpisode; readonly withCompany: boolean }) => (
  <>
    {withCompany && <div className={styles['under']}>{alert.companyName}</div>}
    {alert.baseName}
  </>
)

const Who = ({ alert, choice }: { readonly alert: AlertEpisode; readonly choice: ColumnChoice }) => (
  <>
    <AlertLink alert={alert} className={styles['name']} />
    <div className={styles['under']}>{placeAndGroupOf(alert, choice.shows)}</div>
    {choice.compact && hasBase(choice) && (
      <div className={styles['under']}>
        <Base alert={alert} withCompany={choice.withCompany} />
      </div>
    )}
  </>
)

const Excess = ({ alert, withPoint }: { readonly alert: AlertEpisode; readonly withPoint: boolean }) => (
  <>
    {alert.excess !== null && <b>{signed(alert.excess)}</b>}
    {withPoint && alert.wbgtMeasurementPoint !== null && <div className={styles['under']}>{alert.wbgtMeasurementPoint}</div>}
  </>
)

const heartRate: AlertColumn = {
  key: 'heartRate',
  sortKey: 'heartRate',
  title: label.heartRate,
  unit: 'bpm',
  align: 'right',
  width: 94,
  render: (alert) => alert.heartRate !== null && <b>{alert.heartRate}</b>,
}

/** The heat beside where it was measured; that has a column of its own once there is no value above it. */
const heatOf = (shows: Shows<List>): AlertColumn[] => {
  const point = shows('WBGT_MEASUREMENT_POINT')
  if (shows('WBGT_EXCESSIVE'))
    return [
      {
        key: 'excess',
        sortKey: 'excess',
        title: '超過',
        unit: '℃',
        align: 'right',
        width: 84,
        render: (alert) => <Excess alert={alert} withPoint={point} />,
      },
    ]
  return point
    ? [{ key: 'point', title: label.wbgtMeasurementPoint, width: 104, render: ({ wbgtMeasurementPoint }) => wbgtMeasurementPoint }]
    : []
}

const measured = ({ shows }: ColumnChoice): AlertColumn[] => [...(shows('HEART_RATE') ? [heartRate] : []), ...heatOf(shows)]

const RecordLink = ({ alert, shows }: { readonly alert: AlertEpisode; readonly shows: Shows<List> }) => (
  <Link
    to={screens.alertRecord.path}
    params={{ id: String(alert.id) }}
    className={styles['record']}
    aria-label={`${subjectOf(alert)}　${reasonOf(alert, shows)}の記録`}
  >
    記録
  </Link>
)

const Steps = ({ alert, choice }: { readonly alert: AlertEpisode; readonly choice: ColumnChoice }) => (
  <div className={styles['handling']}>
    <div className={styles['handled']}>
      <Handling alert={alert} />
      {choice.tight && (
        <>
          <Outcome alert={alert} />
          <RecordLink alert={alert} shows={choice.shows} />
        </>
      )}
    </div>
    <NextStep alert={alert} way={choice.wayOf(alert)} />
  </div>
)

const outcomeFor = ({ shows }: ColumnChoice): AlertColumn => ({
  key: 'outcome',
  sortKey: 'outcome',
  title: label.outcome,
  width: 96,
  render: (alert) => (
    <>
      <Outcome alert={alert} />
      <RecordLink alert={alert} shows={shows} />
    </>
  ),
})

/** The columns of the list of alerts for a viewer, a width and the master settings. */
export const listColumns = (choice: ColumnChoice): AlertColumn[] => {
  const base: AlertColumn = {
    key: 'baseName',
    title: label.baseName,
    width: 150,
    render: (alert) => (
      <div className={styles['base']}>
        <Base alert={alert} withCompany={choice.withCompany} />
      </div>
    ),
  }
  const course: AlertColumn = {
    key: 'startedAt',
    sortKey: 'startedAt',
    title: '発生・継続',
    width: 140,
    render: (alert) => (
      <div className={styles['course']}>
        <Course alert={alert} />
      </div>
    ),
  }
  return [
    {
      key: 'tick',
      title: <span className="visually-hidden">選択</span>,
      width: 36,
      render: (alert) => <Tick alert={alert} choice={choice} />,
    },
    { key: 'alertLevel', sortKey: 'alertLevel', title: 'アラート', width: 132, render: (alert) => <Sign alert={alert} /> },
    { key: 'fullName', sortKey: 'fullName', title: 'だれが・どこで', width: 180, render: (alert) => <Who alert={alert} choice={choice} /> },
    ...(!choice.compact && hasBase(choice) ? [base] : []),
    ...(choice.shows('DATETIME_OF_OCCURRENCE') ? [course] : []),
    ...measured(choice),
    {
      key: 'reason',
      title: label.reason,
      width: 150,
      render: (alert) => <div className={styles['reason']}>{furtherReasonOf(alert, choice.shows)}</div>,
    },
    {
      key: 'handling',
      sortKey: 'handling',
      title: label.handling,
      width: 224,
      // What can be done with an alert is never out of sight.
      ...(choice.tight && { fixed: 'end' as const }),
      render: (alert) => <Steps alert={alert} choice={choice} />,
    },
    ...(choice.tight ? [] : [outcomeFor(choice)]),
  ]
}

/** The tint of a row: chosen ones first, then an open emergency, and level 3 while nobody has seen it. */
export const rowClassOf = (alert: AlertEpisode, way: Way, isTicked: boolean): string | undefined => {
  if (way === 'bar' && isTicked) return styles['row-chosen']
  const tint = tintOf(alert)
  if (tint === undefined) return undefined
  return styles[tint === 'emergency' ? 'row-emergency' : 'row-danger']
}
