import type { ReactNode } from 'react'
import { labels } from '@mimamori/contract/labels'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { deviceShapes } from '../marks/device-shapes.ts'
import { DeviceState } from '../marks/device-state.tsx'
import { EstimatedMark } from '../marks/estimated-mark.tsx'
import { LevelLabel } from '../marks/level-mark.tsx'
import { Signal } from '../marks/signal.tsx'
import styles from './pin-description.module.css'
import type { Pin } from './pins.ts'

/** So many people's last readings came through the gateway; undefined for devices that carry none. */
type Props = { readonly pin: Pin; readonly people: number | undefined }

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles['line']}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Heat = ({ pin }: { readonly pin: Extract<Pin, { kind: 'heat' }> }) => {
  const { wbgtValue, isEstimated, alertLevel } = pin.device
  const grade = levelGradeOf(alertLevel)
  return (
    <Line name={labels.healthCondition.wbgtValue}>
      {wbgtValue === null ? '値なし' : `${wbgtValue.toFixed(1)} ℃`} {isEstimated && <EstimatedMark />}{' '}
      {alertLevel !== null && grade !== undefined && <LevelLabel grade={grade} size={16} />}
    </Line>
  )
}

/** What a device on the map is, and its state. */
export const PinDescription = ({ pin, people }: Props) => (
  <div className={styles['description']}>
    <p className={styles['name']}>{pin.name}</p>
    <dl className={styles['lines']}>
      <Line name={deviceShapes[pin.word].name}>
        <span className="id">{pin.serialNumber}</span>
      </Line>
      <Line name="受信">
        <DeviceState {...pin.device} />
      </Line>
      {pin.kind === 'gateway' && pin.device.waveLevel !== null && (
        <Line name={labels.gateway.waveLevel}>
          <Signal level={pin.device.waveLevel} />
        </Line>
      )}
      {pin.kind === 'heat' && <Heat pin={pin} />}
      {pin.kind === 'barometer' && (
        <Line name={labels.barometer.pressure}>
          {pin.device.pressure === null ? '値なし' : `${(pin.device.pressure / 100).toFixed(1)} hPa`}
        </Line>
      )}
      {people !== undefined && <Line name="作業者">{people.toLocaleString('ja-JP')}人</Line>}
    </dl>
  </div>
)
