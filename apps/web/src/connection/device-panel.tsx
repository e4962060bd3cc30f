import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import type { ConnectionDetail } from '@mimamori/contract/connection'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { labels } from '@mimamori/contract/labels'
import { Button } from 'antd'
import { useState } from 'react'
import { LocalPages } from '../kit/local-pages.tsx'
import { useOpener } from '../kit/use-opener.ts'
import { csvOf, saveFile } from '../platform/save-file.ts'
import { AddDeviceDialog } from './add-device-dialog.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { typeNames } from './connection-words.ts'
import { deviceFileHeadings } from './device-file.ts'
import styles from './device-panel.module.css'
import { DeviceRow, type DevEuiRow } from './device-row.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useDeviceActions } from './use-device-actions.ts'

const pageSize = 10

/** All DevEUIs, those first of which somebody has to say what they are. */
const rowsOf = ({ devices, unknownDevices }: ConnectionDetail): DevEuiRow[] => [
  ...unknownDevices.map((row) => ({ ...row, device: undefined })),
  ...devices.map((device) => {
    const { devEui, name, lastAt, lastRefusal } = device
    return { devEui, name, lastAt, lastRefusal, device }
  }),
]

const counted = ({ devices, unknownDevices }: ConnectionDetail): string =>
  [`${devices.length + unknownDevices.length}台`, unknownDevices.length > 0 ? `${unknownDevices.length}台は機器が未定` : '']
    .filter((part) => part !== '')
    .join('・')

/** The devices as a file, as it can be taken in again. */
const fileOf = ({ devices }: ConnectionDetail): Blob =>
  csvOf([deviceFileHeadings, ...devices.map(({ devEui, kind, serialNumber }) => [devEui, deviceKindNames[kind], serialNumber])])

/** Which of the site's devices each DevEUI of a connection is. */
export const DevicePanel = ({ connection }: { readonly connection: ConnectionDetail }) => {
  const [page, setPage] = useState(1)
  const adding = useOpener()
  const importing = useOpener()
  const actions = useDeviceActions(connection)
  const rows = rowsOf(connection)
  const shownPage = Math.min(page, Math.max(1, Math.ceil(rows.length / pageSize)))
  return (
    <ConnectionPanel
      title={labels.connection.devices}
      note={rows.length > 0 && counted(connection)}
      buttons={
        <>
          <Button type="link" size="small" onClick={importing.open}>
            CSVで取り込む
          </Button>
          {connection.devices.length > 0 && (
            <Button
              type="text"
              size="small"
              icon={<DownloadOutlined aria-hidden="true" />}
              aria-label="DevEUIと機器をダウンロード"
              title="ダウンロード"
              onClick={() => saveFile(`${connection.name}_DevEUI.csv`, fileOf(connection))}
            />
          )}
          <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={adding.open}>
            足す
          </Button>
        </>
      }
    >
      {rows.length === 0 ? (
        <p className={styles['empty']} role="status">
          まだ1台も届いていません。{typeNames[connection.type]}から届くと、そのDevEUIがここに並びます。
        </p>
      ) : (
        <>
          <div className={styles['heads']} aria-hidden="true">
            <span>
              {labels.connection.devEui}・{typeNames[connection.type]}の名前
            </span>
            <span className={styles['of-device']}>見守りの機器</span>
            <span>{labels.connection.lastAt}</span>
          </div>
          <ul className={styles['rows']} aria-label={labels.connection.devices}>
            {rows.slice((shownPage - 1) * pageSize, shownPage * pageSize).map((row) => (
              <DeviceRow key={row.devEui} connection={connection} row={row} actions={actions} />
            ))}
          </ul>
          <LocalPages className={styles['pages']} page={shownPage} pageSize={pageSize} total={rows.length} onChange={setPage} />
        </>
      )}
      {importing.isOpen && <ImportDialog connection={connection} onClose={importing.close} />}
      {adding.isOpen && <AddDeviceDialog connection={connection} onClose={adding.close} />}
    </ConnectionPanel>
  )
}
