import ArrowRightOutlined from '@ant-design/icons/ArrowRightOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import type { ConnectionDetail } from '@mimamori/contract/connection'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { labels } from '@mimamori/contract/labels'
import { Button } from 'antd'
import { useState } from 'react'
import { KindMark } from '../marks/kind-mark.tsx'
import { useNow } from '../platform/clock.ts'
import { clockOf, dayAndClockOf, daysBetween } from '../platform/japan-time.ts'
import { type DeviceChoice, keyOfDevice, suggestedFor, useDeviceChoices } from './device-choices.ts'
import styles from './device-panel.module.css'
import { DeviceSelect } from './device-select.tsx'
import { RegisterMenu } from './register-menu.tsx'
import type { DeviceActions } from './use-device-actions.ts'

type KnownDevice = ConnectionDetail['devices'][number]

/** A DevEUI of a connection, and the device that it is where somebody has said so. */
export type DevEuiRow = ConnectionDetail['unknownDevices'][number] & { readonly device: KnownDevice | undefined }

type PartProps = { readonly connection: ConnectionDetail; readonly row: DevEuiRow; readonly actions: DeviceActions }

const takenBy = ({ devices }: ConnectionDetail): ReadonlySet<string> => new Set(devices.map(keyOfDevice))

/** A DevEUI whose device is to be chosen. */
const Choice = ({ connection, row, actions, onDone }: PartProps & { readonly onDone?: () => void }) => {
  const { officeId } = connection
  const { devEui, device } = row
  const choices = useDeviceChoices(officeId, false) ?? []
  const suggestion = device === undefined ? suggestedFor(devEui, choices, connection) : undefined
  const assign = ({ kind, serialNumber }: DeviceChoice) => actions.assign({ devEui, kind, serialNumber }, onDone)
  return (
    <div className={styles['choice']}>
      <DeviceSelect
        officeId={officeId}
        label={`${devEui}の機器`}
        value={device === undefined ? null : keyOfDevice(device)}
        isBusy={actions.isBusy}
        onChoose={assign}
      />
      {suggestion !== undefined && (
        <Button size="small" loading={actions.isBusy} onClick={() => assign(suggestion)}>
          {suggestion.serialNumber} に決める
        </Button>
      )}
      {onDone === undefined ? (
        <RegisterMenu officeId={officeId} devEui={devEui} taken={takenBy(connection)} assign={actions.assign} />
      ) : (
        <Button type="text" size="small" onClick={onDone}>
          やめる
        </Button>
      )}
    </div>
  )
}

const Known = ({
  connection: { officeId },
  row: { devEui },
  device,
  actions,
  onChange,
}: PartProps & { readonly device: KnownDevice; readonly onChange: () => void }) => {
  const { kind, serialNumber, locationName, isRegistered, mapping } = device
  return (
    <div className={styles['known']}>
      <KindMark kind={kind} />
      <div className={styles['words']}>
        <p className={styles['place']}>
          <span className="visually-hidden">{deviceKindNames[kind]} </span>
          {isRegistered ? (locationName ?? deviceKindNames[kind]) : '登録のない番号'}
        </p>
        <p className={styles['second']}>
          <span className="id">{serialNumber}</span>
          {!isRegistered && <RegisterMenu officeId={officeId} devEui={devEui} known={device} />}
        </p>
        {mapping !== null && <p className={styles['second']}>この機器だけの対応</p>}
      </div>
      <div className={styles['acts']}>
        <Button type="text" size="small" aria-label={`${devEui}の機器を変える`} onClick={onChange}>
          変える
        </Button>
        <Button type="text" size="small" aria-label={`${devEui}を外す`} onClick={() => void actions.remove(device)}>
          外す
        </Button>
      </div>
    </div>
  )
}

const LastAt = ({ at }: { readonly at: string | null }) => {
  const now = useNow(60_000)
  if (at === null) return <span className={styles['never']}>―</span>
  const instant = Date.parse(at)
  return <time dateTime={at}>{daysBetween(instant, now) === 0 ? clockOf(instant) : dayAndClockOf(instant)}</time>
}

/** A DevEUI: its name at the network server, its device, and when it last sent. */
export const DeviceRow = (props: PartProps) => {
  const { devEui, name, lastAt, lastRefusal, device } = props.row
  const [isChanging, setChanging] = useState(false)
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>
        <p className={styles['eui']}>{devEui}</p>
        {name !== null && <p className={styles['second']}>{name}</p>}
      </div>
      <ArrowRightOutlined className={styles['arrow'] ?? ''} aria-hidden="true" />
      {device !== undefined && !isChanging ? (
        <Known {...props} device={device} onChange={() => setChanging(true)} />
      ) : (
        <Choice {...props} {...(device !== undefined && { onDone: () => setChanging(false) })} />
      )}
      <p className={styles['last']}>
        <span className={styles['label']}>{labels.connection.lastAt} </span>
        <LastAt at={lastAt} />
      </p>
      {/* That a DevEUI without a device has none is what the row asks for already. */}
      {lastRefusal !== null && (device !== undefined || lastRefusal.field !== 'device') && (
        <p className={styles['refusal']}>
          <ExclamationCircleFilled aria-hidden="true" /> 最後の1件は受け取れませんでした。{lastRefusal.reason}
        </p>
      )}
    </li>
  )
}
