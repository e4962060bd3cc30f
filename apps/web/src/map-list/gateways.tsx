import type { ListedMap } from '@mimamori/contract/site-map'
import { SilentMark } from '../marks/sign-mark.tsx'
import { Signal } from '../marks/signal.tsx'
import styles from './gateways.module.css'

/** As many as fit beside the main gateway; the map itself shows all. */
const mostShown = 4

const Main = ({ isAlive }: { readonly isAlive: boolean | null }) => {
  if (isAlive === null) return <span>親機なし</span>
  if (isAlive)
    return (
      <span>
        <span className={styles['dot']} /> 親機 受信中
      </span>
    )
  return (
    <b className={styles['lost']}>
      <SilentMark size={16} decorative /> 親機 途絶
    </b>
  )
}

/** Whether the map's main gateways are heard, and how strongly its sub-gateways receive. */
export const Gateways = ({ map: { isMainGatewayAlive, listSubGateways } }: { readonly map: ListedMap }) => {
  const more = listSubGateways.length - mostShown
  return (
    <div className={styles['gateways']}>
      <Main isAlive={isMainGatewayAlive} />
      {listSubGateways.length > 0 && (
        <span className={styles['subs']}>
          子機
          {listSubGateways.slice(0, mostShown).map(({ serialNumber, waveLevel }) => (
            <span key={serialNumber} className={styles['sub']} title={serialNumber}>
              <span className="visually-hidden">{serialNumber}</span>
              {waveLevel === null ? '不明' : <Signal level={waveLevel} />}
            </span>
          ))}
          {more > 0 && `ほか${more}台`}
        </span>
      )}
    </div>
  )
}
