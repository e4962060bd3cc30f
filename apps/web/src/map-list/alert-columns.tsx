import type { AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { signed } from '@mimamori/contract/number-words'
import { AlertLink, Course, Handling, NextStep, Sign } from '../emergency/alert-parts.tsx'
import { placeAndGroupOf, furtherReasonOf } from '../emergency/alert-words.ts'
import type { Column } from '../kit/data-table.tsx'
import type { Shows } from '../organisation/settings/display-items.ts'
import styles from './alerts-panel.module.css'

const { alert: label } = labels

export type AlertChoice = {
  readonly shows: Shows<'ALERT_LIST_DISPLAY_ITEM_SETTING'>
  /** The rows are of several sites. */
  readonly withBase: boolean
  /** Narrower than all columns: place and reason are under the name. */
  readonly compact: boolean
}

/** Where it happened, and the base where the rows are of several. */
const Where = ({ alert, choice: { shows, withBase } }: { readonly alert: AlertEpisode; readonly choice: AlertChoice }) => (
  <div className={styles['reason']}>
    {placeAndGroupOf(alert, shows)}
    {withBase && shows('BASE_NAME') && alert.baseName !== null && <div className={styles['under']}>{alert.baseName}</div>}
  </div>
)

const measured = (shows: AlertChoice['shows']): Column<AlertEpisode, never>[] => [
  ...(shows('HEART_RATE')
    ? [
        {
          key: 'heartRate',
          title: label.heartRate,
          unit: 'bpm',
          align: 'right' as const,
          width: 76,
          render: ({ heartRate }: AlertEpisode) => heartRate !== null && <b>{heartRate}</b>,
        },
      ]
    : []),
  ...(shows('WBGT_EXCESSIVE')
    ? [
        {
          key: 'excess',
          title: '超過',
          unit: '℃',
          align: 'right' as const,
          width: 76,
          render: ({ excess }: AlertEpisode) => excess !== null && <b>{signed(excess)}</b>,
        },
      ]
    : []),
]

/** The columns of the alerts beneath the maps: as in the list of alerts, without what has ended. */
export const alertColumns = (choice: AlertChoice): Column<AlertEpisode, never>[] => {
  const { shows, compact } = choice
  return [
    { key: 'alertLevel', title: 'アラート', width: 124, render: (alert) => <Sign alert={alert} /> },
    {
      key: 'fullName',
      title: label.fullName,
      width: compact ? 220 : 150,
      render: (alert) => (
        <div className={styles['who']}>
          <AlertLink alert={alert} className={styles['name']} />
          {compact && (
            <div className={styles['under']}>
              <Where alert={alert} choice={choice} />
            </div>
          )}
          {compact && <div className={styles['under']}>{furtherReasonOf(alert, shows)}</div>}
        </div>
      ),
    },
    ...(compact
      ? []
      : [{ key: 'place', title: '場所・グループ', width: 200, render: (alert: AlertEpisode) => <Where alert={alert} choice={choice} /> }]),
    ...(shows('DATETIME_OF_OCCURRENCE')
      ? [{ key: 'startedAt', title: '発生・継続', width: 130, render: (alert: AlertEpisode) => <Course alert={alert} /> }]
      : []),
    ...measured(shows),
    ...(compact
      ? []
      : [
          {
            key: 'reason',
            title: label.reason,
            width: 200,
            render: (alert: AlertEpisode) => <div className={styles['reason']}>{furtherReasonOf(alert, shows)}</div>,
          },
        ]),
    {
      key: 'handling',
      title: label.handling,
      width: 196,
      fixed: 'end',
      render: (alert) => (
        <div className={styles['steps']}>
          <div>
            <Handling alert={alert} />
          </div>
          <NextStep alert={alert} />
        </div>
      ),
    },
  ]
}
