import type { ReadingKind } from '@mimamori/contract'
import type { ClockState } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf } from '../platform/columns.ts'
import type { ReceivedReading } from './reading.ts'

export type DeviceRow = {
  readonly office_id: number
  readonly kind: ReadingKind
  readonly serial: string
  readonly device_id: number
  readonly linked_device_id: number | null
  readonly altitude_offset_cm: number
  readonly clock: ClockState | null
  readonly interval_minutes: number | null
}

const devicesBySerial = {
  name: 'ingest-devices',
  text: `
    select d.office_id, d.kind, d.serial, d.device_id, d.linked_device_id, d.altitude_offset_cm, s.clock, s.interval_minutes
      from unnest($2::int[], $3::text[], $4::text[]) as sent (office_id, kind, serial)
      join device d on d.company_id = $1 and d.office_id = sent.office_id and d.kind = sent.kind and d.serial = sent.serial
      left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id`,
}

const keyOf = (officeId: number, kind: string, serial: string) => `${officeId}/${kind}/${serial}`

/** The devices of a batch, by what readings call them. */
export class Devices {
  readonly #rows: Map<string, DeviceRow>

  constructor(rows: readonly DeviceRow[]) {
    this.#rows = new Map(rows.map((row) => [keyOf(row.office_id, row.kind, row.serial), row]))
  }

  /** The device that sent a reading. */
  senderOf({ officeId, kind, device }: ReceivedReading): DeviceRow | undefined {
    return this.#rows.get(keyOf(officeId, kind, device))
  }

  /** The gateway that a reading came by. */
  gatewayOf({ officeId, gateway }: ReceivedReading): DeviceRow | undefined {
    return gateway === null ? undefined : this.#rows.get(keyOf(officeId, 'gateway', gateway))
  }
}

/** Finds the devices and gateways that readings of one company name, each at the office that its sender stands for. */
export const findDevices = async (client: PoolClient, companyId: number, readings: readonly ReceivedReading[]): Promise<Devices> => {
  const wanted = new Map<string, { officeId: number; kind: string; serial: string }>()
  const want = (officeId: number, kind: string, serial: string) => wanted.set(keyOf(officeId, kind, serial), { officeId, kind, serial })
  for (const reading of readings) {
    want(reading.officeId, reading.kind, reading.device)
    if (reading.gateway !== null) want(reading.officeId, 'gateway', reading.gateway)
  }
  const list = [...wanted.values()]
  const { rows } = await client.query<DeviceRow>({
    ...devicesBySerial,
    values: [companyId, arrayOf(list, (item) => item.officeId), arrayOf(list, (item) => item.kind), list.map((item) => item.serial)],
  })
  return new Devices(rows)
}
