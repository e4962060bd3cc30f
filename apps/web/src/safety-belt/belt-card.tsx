import type { AlertEpisode } from '@mimamori/contract/alert'
import type { BeltRow } from '@mimamori/contract/safety-belt'
import type { Shows } from '../organisation/display-items.ts'
import styles from './belt-card.module.css'
import { BeltAlert, Height, Hook, Received, Wearer } from './belt-cells.tsx'

type Props = {
  readonly rows: readonly BeltRow[]
  readonly label: string
  /** True where the rows are of several sites. */
  readonly withBase: boolean
  readonly shows: Shows<'SAFETY_LIST_DISPLAY_ITEM_SETTING'>
  readonly episodeOf: (row: BeltRow) => AlertEpisode | undefined
}

type CardProps = Omit<Props, 'rows' | 'label'> & { readonly row: BeltRow }

const BeltCard = ({ row, withBase, shows, episodeOf }: CardProps) => (
  <>
    <div className={styles['who']}>
      <Wearer row={row} className={styles['name']} />
      {shows('LOCATION_INFORMATION_NAME') && <span className={styles['place']}>{row.locationName ?? row.groupName ?? '位置不明'}</span>}
      {withBase && <span className={styles['small']}>{row.baseName}</span>}
      {shows('HOOK_STATE') && <Hook row={row} />}
    </div>
    <div className={styles['value']}>
      {shows('ALTITUDE') && <Height row={row} alone />}
      {shows('ELAPSED_TIME') && <Received row={row} />}
    </div>
    <div className={styles['alert']}>
      <BeltAlert row={row} episode={episodeOf(row)} />
    </div>
  </>
)

/** The belts of a phone's list: who, where, hook, height, and the alert to answer. */
export const BeltCards = ({ rows, label, ...props }: Props) => (
  <ul className={styles['cards']} aria-label={label}>
    {rows.map((row) => (
      <li key={row.deviceId} className={styles['card']} data-alert={row.state === 'alert' && row.status === ''}>
        <BeltCard row={row} {...props} />
      </li>
    ))}
  </ul>
)
