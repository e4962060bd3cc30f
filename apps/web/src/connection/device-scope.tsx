import type { ConnectionDetail, ConnectionDevice } from '@mimamori/contract/connection'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { askToLose } from '../kit/ask-to-lose.ts'
import { changeConnection, refreshConnections, withOwnMapping } from './connection-calls.ts'
import styles from './mapping-panel.module.css'
import type { MappingForm } from './use-mapping.ts'

/** The DevEUI itself where it has a mapping of its own, else undefined: that of the connection reads it. */
export const ownMappingOf = ({ devices }: Pick<ConnectionDetail, 'devices'>, devEui: string | undefined): string | undefined =>
  devices.find((device) => device.devEui === devEui && device.mapping !== null)?.devEui

/** The DevEUIs that have sent, by their names at the network server. */
const choicesOf = ({ devices, unknownDevices }: ConnectionDetail) =>
  [
    ...devices.map(({ devEui, name, lastAt, serialNumber }) => ({ devEui, name, lastAt, device: serialNumber })),
    ...unknownDevices.map((one) => ({ ...one, device: '機器が未定' })),
  ]
    .filter(({ lastAt }) => lastAt !== null)
    .map(({ devEui, name, device }) => ({ value: devEui, label: `${name ?? devEui}（${device}）` }))

type Props = {
  readonly connection: ConnectionDetail
  readonly devEui: string | undefined
  readonly ownOf: string | undefined
  readonly form: MappingForm
  readonly onShow: (devEui: string) => void
}

/** Whose message is shown, and whether it is read by the connection's mapping or by one of its own; nothing where only one has sent. */
export const DeviceScope = ({ connection, devEui, ownOf, form, onShow }: Props) => {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const device = connection.devices.find((one) => one.devEui === devEui)
  const choices = choicesOf(connection)
  if (choices.length < 2 && ownOf === undefined) return null

  const choose = async (next: string) => {
    const isLost = form.isDirty && ownMappingOf(connection, next) !== ownOf
    if (isLost && !(await askToLose('切り替える'))) return
    onShow(next)
  }
  const give = async (mapping: ConnectionDevice['mapping']) => {
    if (device === undefined) return
    setBusy(true)
    try {
      await changeConnection(connection.id, { version: connection.version, devices: withOwnMapping(connection, device.devEui, mapping) })
    } catch (error) {
      void showFailure(error)
      await refreshConnections()
    } finally {
      setBusy(false)
    }
  }
  const takeBack = async () => {
    const body = `「${device?.serialNumber}」だけの対応を消して、この連携の対応で読みます。`
    if (await confirm({ body, verb: '連携の対応に戻す' })) await give(null)
  }
  return (
    <div className={styles['scope']}>
      <label htmlFor={id}>内容を見る機器</label>
      <Select
        id={id}
        className={styles['shown'] ?? ''}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="まだ届いていません"
        value={devEui ?? null}
        options={choices}
        onChange={(next) => next !== null && void choose(next)}
        notFoundContent="該当する機器はありません"
      />
      <span>{ownOf === undefined ? 'この連携の対応で読みます。' : 'この機器だけの対応で読みます。'}</span>
      {device !== undefined &&
        (ownOf === undefined ? (
          <Button size="small" loading={isBusy} onClick={() => void give(form.entries)}>
            この機器だけの対応にする
          </Button>
        ) : (
          <Button size="small" loading={isBusy} onClick={() => void takeBack()}>
            連携の対応に戻す
          </Button>
        ))}
    </div>
  )
}
