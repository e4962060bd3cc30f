import type { AlertEpisode } from '@mimamori/contract/alert'
import { AlertCard } from '../emergency/alert-card.tsx'
import { AlertLink, NextStep, tintOf } from '../emergency/alert-parts.tsx'
import { placeAndGroupOf, furtherReasonOf } from '../emergency/alert-words.ts'
import { CardList } from '../kit/card-list.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { Panel } from '../kit/panel.tsx'
import { useDisplayItems } from '../organisation/settings/display-items.ts'
import { useMedia, useNarrow } from '../platform/use-media.ts'
import { alertColumns, type AlertChoice } from './alert-columns.tsx'
import styles from './alerts-panel.module.css'
import type { useAlerts } from './use-alerts.ts'

// Below this the columns of a row no longer fit beside the sidebar.
const compactQuery = '(width < 1500px)'

const heading = '現在のアラート'
const empty = { filtered: '', none: '現在のアラートはありません' }

const Cards = ({ alerts, shows, withBase }: Pick<AlertChoice, 'shows' | 'withBase'> & { readonly alerts: readonly AlertEpisode[] }) => (
  <ul className={styles['cards']} aria-label={heading}>
    {alerts.map((alert) => (
      <li key={alert.id} className={styles['card']}>
        <AlertCard
          alert={alert}
          withCourse={shows('DATETIME_OF_OCCURRENCE')}
          title={<AlertLink alert={alert} className={styles['name']} />}
          step={<NextStep alert={alert} />}
        >
          <p>{placeAndGroupOf(alert, shows)}</p>
          {withBase && shows('BASE_NAME') && <p className={styles['under']}>{alert.baseName}</p>}
          <p className={styles['under']}>{furtherReasonOf(alert, shows)}</p>
        </AlertCard>
      </li>
    ))}
  </ul>
)

type Props = ReturnType<typeof useAlerts> & {
  readonly companyId: number | undefined
  readonly officeId: number | undefined
  /** The building or area whose people's alerts these are; those of the whole site where none is chosen. */ readonly area:
    | string
    | undefined
}

/** The alerts of these maps that somebody has to answer, each in its row. */
export const AlertsPanel = ({ list, result, companyId, officeId, area }: Props) => {
  const narrow = useNarrow()
  const compact = useMedia(compactQuery)
  const shows = useDisplayItems('ALERT_LIST_DISPLAY_ITEM_SETTING', { officeId, companyId })
  const withBase = officeId === undefined
  return (
    <section className={styles['section']} aria-labelledby="map-alerts">
      <Panel>
        <header className={styles['header']}>
          <h2 id="map-alerts" className={styles['title']}>
            {heading}
          </h2>
          {result.data !== undefined && (
            <span className={styles['under']}>
              {result.data.count.toLocaleString('ja-JP')}件{area !== undefined && `・${area}で注意以上の人`}
            </span>
          )}
        </header>
        <div className={styles['rows']}>
          {narrow ? (
            <CardList list={list} result={result} empty={empty}>
              {(alerts) => <Cards alerts={alerts} shows={shows} withBase={withBase} />}
            </CardList>
          ) : (
            <DataTable
              label={heading}
              columns={alertColumns({ shows, withBase, compact })}
              rowKey={({ id }) => id}
              rowHeight={51}
              rowClass={(alert) => {
                const tint = tintOf(alert)
                return tint === undefined ? undefined : styles[tint === 'emergency' ? 'row-emergency' : 'row-danger']
              }}
              list={list}
              result={result}
              empty={empty}
            />
          )}
        </div>
      </Panel>
    </section>
  )
}
