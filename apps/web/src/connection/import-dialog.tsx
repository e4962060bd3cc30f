import type { ConnectionDetail } from '@mimamori/contract/connection'
import { message } from '@mimamori/contract/messages'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { type CsvFile, readCsvFile } from '../kit/import/csv-file.ts'
import { FileDrop } from '../kit/import/file-drop.tsx'
import { ImportFaults } from '../kit/import/import-faults.tsx'
import { notify } from '../kit/notify.ts'
import { DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { saveFile, csvOf } from '../platform/save-file.ts'
import { changeConnection, devicesOf, refreshConnections } from './connection-calls.ts'
import { deviceFileHeadings, readDeviceFile, withFile } from './device-file.ts'

type Props = { readonly connection: ConnectionDetail; readonly onClose: () => void }

type Chosen = { readonly file: File; readonly content: CsvFile }

const sample = ['24e124713c490108', '暑さ指数計', '000108'] as const

/** Says by a file which device each DevEUI is: all of its lines, or none. */
export const ImportDialog = ({ connection, onClose }: Props) => {
  const [chosen, setChosen] = useState<Chosen>()
  const [isBusy, setBusy] = useState(false)
  const read = chosen && readDeviceFile(chosen.content.rows ?? chosen.content.head)
  const take = async (file: File | undefined) => setChosen(file && { file, content: await readCsvFile(file) })
  const save = async () => {
    if (read === undefined) return
    setBusy(true)
    try {
      await changeConnection(connection.id, { version: connection.version, devices: withFile(devicesOf(connection), read.devices) })
      notify.success(message('C003'))
      onClose()
    } catch (error) {
      void showFailure(error)
      await refreshConnections()
    } finally {
      setBusy(false)
    }
  }
  const isReady = read !== undefined && read.faults.length === 0
  return (
    <Modal
      open
      centered
      width={640}
      title="DevEUIと機器をCSVで取り込む"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => saveFile('DevEUIと機器_見本.csv', csvOf([deviceFileHeadings, sample]))}>見本をダウンロード</Button>
          <Button onClick={onClose}>やめる</Button>
          <Button type="primary" disabled={!isReady} loading={isBusy} onClick={() => void save()}>
            {isReady ? `${read.devices.length}台を取り込む` : '取り込む'}
          </Button>
        </>
      }
    >
      <DraftNote>
        1行目は見出し（{deviceFileHeadings.join('、')}
        ）です。種別を書かない行は、暑さ指数計になります。ファイルにあるDevEUIは置き換わり、ほかはそのまま残ります。
      </DraftNote>
      <FileDrop file={chosen?.file} note={read && isReady ? `${read.devices.length}台` : undefined} onFile={(file) => void take(file)} />
      {chosen !== undefined && read !== undefined && read.faults.length > 0 && (
        <ImportFaults
          faults={read.faults}
          fileName={chosen.file.name}
          rowCount={chosen.content.rows === undefined ? undefined : chosen.content.rows.length - 1}
        />
      )}
    </Modal>
  )
}
