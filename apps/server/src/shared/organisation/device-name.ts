import { auditResourceNames } from '@mimamori/contract'
import type { DeviceWord } from './find-serial.ts'

const resources = { heat: 'heatWatcher', gateway: 'gateway', barometer: 'barometer', vital: 'device', belt: 'device' } as const

/** The resource that a device is shown and recorded as. */
export const resourceOf = (kind: DeviceWord): (typeof resources)[DeviceWord] => resources[kind]

type DeviceIdentity = { readonly kind: DeviceWord; readonly serial: string }

/** How people know a device; a serial alone may be that of two kinds. */
export const nameOf = ({ kind, serial }: DeviceIdentity) => ({ device: auditResourceNames[resourceOf(kind)] ?? kind, serial })

/** The same as one text: 親機・子機「GW-01」. */
export const nameTextOf = (named: DeviceIdentity): string => {
  const { device, serial } = nameOf(named)
  return `${device}「${serial}」`
}
