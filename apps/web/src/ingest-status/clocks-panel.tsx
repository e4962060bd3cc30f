import type { ReadingKind } from '@mimamori/contract/ingest'
import type { IngestStatus, WrongClock } from '@mimamori/contract/ingest-status'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import styles from './status.module.css'
import { clockErrorInWords } from './words.ts'

const lists = {
  vital: screens.vitalDeviceList.path,
  belt: screens.vitalDeviceList.path,
  heat: screens.heatWatcherList.path,
  gateway: screens.gatewayList.path,
  barometer: screens.barometerList.path,
} as const satisfies Record<ReadingKind, string>

const Row = ({ clock, officeId }: { readonly clock: WrongClock; readonly officeId: number }) => {
  const { kind, serialNumber, deviceName, errorSeconds } = clock
  return (
    <li className={styles['row']}>
      <div className={styles['two']}>
        <p className={styles['first']}>
          <span className="id">{serialNumber}</span>　{clockErrorInWords(errorSeconds)}
        </p>
        <p className={styles['second']}>
          {deviceKindNames[kind]}
          {deviceName !== null && `・${deviceName}`}・受信の時刻に直して使っています
        </p>
      </div>
      <Link to={lists[kind]} search={{ officeId, serialNumber }} aria-label={`${deviceKindNames[kind]} ${serialNumber}へ`}>
        機器へ
      </Link>
    </li>
  )
}

/** The devices whose clock is wrong, and by how much. */
export const ClocksPanel = ({ status: { officeId, clocks, heardDevices } }: { readonly status: IngestStatus }) => (
  <SectionPanel title="時計" hint={clocks.length > 0 && `${heardDevices}台のうち${clocks.length}台がずれています`}>
    {clocks.length === 0 ? (
      <Nothing>
        {heardDevices === 0 ? '24時間のあいだに届いた機器はありません。' : `届いている${heardDevices}台の時計は合っています。`}
      </Nothing>
    ) : (
      <ul className={styles['rows']} aria-label="時計がずれている機器">
        {clocks.map((clock) => (
          <Row key={`${clock.kind} ${clock.serialNumber}`} clock={clock} officeId={officeId} />
        ))}
      </ul>
    )}
  </SectionPanel>
)
