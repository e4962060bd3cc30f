import type { ConnectionDetail, ConnectionDevice } from '@mimamori/contract/connection'
import { useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { changeConnection, devicesOf, refreshConnections } from './connection-calls.ts'

/** What can be done with the DevEUIs of a connection; each is saved at once. */
export type DeviceActions = {
  readonly isBusy: boolean
  /** Says which device a DevEUI is. @param onDone follows once it is saved */
  readonly assign: (device: Pick<ConnectionDevice, 'devEui' | 'kind' | 'serialNumber'>, onDone?: () => void) => void
  /** Takes a DevEUI off the list after asking. */
  readonly remove: (device: Pick<ConnectionDevice, 'devEui' | 'serialNumber'>) => Promise<void>
}

export const useDeviceActions = (connection: ConnectionDetail): DeviceActions => {
  const [isBusy, setBusy] = useState(false)
  const save = async (devices: ConnectionDevice[], onDone?: () => void) => {
    setBusy(true)
    try {
      await changeConnection(connection.id, { version: connection.version, devices })
      onDone?.()
    } catch (error) {
      void showFailure(error)
      await refreshConnections()
    } finally {
      setBusy(false)
    }
  }
  const others = (devEui: string) => devicesOf(connection).filter((one) => one.devEui !== devEui)
  return {
    isBusy,
    assign: (device, onDone) => {
      const before = connection.devices.find(({ devEui }) => devEui === device.devEui)
      void save([...others(device.devEui), { ...device, mapping: before?.mapping ?? null }], onDone)
    },
    remove: async ({ devEui, serialNumber }) => {
      const body = `DevEUI「${devEui}」を「${serialNumber}」から外します。この機器からの測定値は、もう一度機器を選ぶまで受け取りません。これまでの測定値は残ります。`
      if (await confirm({ body, verb: '外す' })) await save(others(devEui))
    },
  }
}
