import { barometer } from '@mimamori/contract/barometer'
import type { ConnectionDetail } from '@mimamori/contract/connection'
import { device } from '@mimamori/contract/device'
import { gateway } from '@mimamori/contract/gateway'
import { heatWatcher } from '@mimamori/contract/heat-watcher'
import type { ReadingKind } from '@mimamori/contract/ingest'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allPages } from '../platform/all-pages.ts'
import { call } from '../platform/api.ts'

/** A device of the site that a DevEUI can be. */
export type DeviceChoice = {
  /** 'heat 000108': one device among all kinds. */
  readonly key: string
  readonly kind: ReadingKind
  readonly serialNumber: string
  readonly locationName: string | null
}

export const keyOfDevice = ({ kind, serialNumber }: Pick<DeviceChoice, 'kind' | 'serialNumber'>): string => `${kind} ${serialNumber}`

/** The most rows a page has. */
const limit = 1_000

const choiceOf = (kind: ReadingKind, serialNumber: string, locationName: string | null): DeviceChoice => ({
  key: keyOfDevice({ kind, serialNumber }),
  kind,
  serialNumber,
  locationName,
})

const readFixed = async (officeId: number): Promise<DeviceChoice[]> => {
  const pageOf = (offset: number) => ({ query: { officeId, offset, limit } })
  const [watchers, gateways, barometers] = await Promise.all([
    allPages((offset) => call(heatWatcher.list, pageOf(offset))),
    allPages((offset) => call(gateway.list, pageOf(offset))),
    allPages((offset) => call(barometer.list, pageOf(offset))),
  ])
  return [
    ...watchers.map((row) => choiceOf('heat', row.serialNumber, row.locationName)),
    ...gateways.map((row) => choiceOf('gateway', row.serialNumber, row.locationName)),
    ...barometers.map((row) => choiceOf('barometer', row.id, row.locationName)),
  ]
}

const readWorn = async (officeId: number): Promise<DeviceChoice[]> => {
  const rows = await allPages((offset) => call(device.list, { query: { officeId, offset, limit } }))
  return rows.map((row) => choiceOf(row.deviceType === '2' ? 'belt' : 'vital', row.serialNumber, row.fullName))
}

/**
 * The devices of a site to choose from, heat watchers first.
 * @param withWorn whether those that people wear are read too: a site may have ten thousand
 */
export const useDeviceChoices = (officeId: number, withWorn: boolean): readonly DeviceChoice[] | undefined => {
  const fixed = useQuery({ queryKey: [heatWatcher.list.path, 'choices', officeId], queryFn: () => readFixed(officeId) }).data
  const worn = useQuery({ queryKey: [device.list.path, 'choices', officeId], queryFn: () => readWorn(officeId), enabled: withWorn }).data
  return useMemo(() => fixed && [...fixed, ...(worn ?? [])], [fixed, worn])
}

/** The number that a new device would have by its DevEUI: its last six digits; undefined where some of them are letters. */
export const serialOfDevEui = (devEui: string): string | undefined => /\d{6}$/.exec(devEui)?.[0]

/** The heat watcher that a DevEUI ends like, where no DevEUI of the connection is it yet. */
export const suggestedFor = (
  devEui: string,
  choices: readonly DeviceChoice[],
  { devices }: Pick<ConnectionDetail, 'devices'>,
): DeviceChoice | undefined => {
  const serialNumber = serialOfDevEui(devEui)
  const found = choices.find((choice) => choice.kind === 'heat' && choice.serialNumber === serialNumber)
  return found !== undefined && devices.some((one) => keyOfDevice(one) === found.key) ? undefined : found
}
