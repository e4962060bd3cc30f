import type { ConnectionType, Mapping, ReadingKind } from '@mimamori/contract'
import type { Pool } from 'pg'
import type { Sender } from '../../platform/http/route.ts'

/** A connection with the device that one DevEUI is. */
export type UplinkTarget = {
  readonly type: ConnectionType
  /** The mapping in force: the device's own, else the connection's. */
  readonly mapping: Mapping
  /** Null where nobody has decided which device the DevEUI is. */
  readonly device: { readonly kind: ReadingKind; readonly serial: string } | null
}

type Row = { readonly type: ConnectionType; readonly mapping: Mapping; readonly kind: ReadingKind | null; readonly serial: string | null }

/**
 * What becomes of a DevEUI's messages; undefined where the connection was deleted meanwhile.
 * @param devEui 16 hexadecimal digits in small letters; null where only the connection is asked for
 */
export const findUplinkTarget = async (
  pool: Pool,
  { companyId, keyId }: Pick<Sender, 'companyId' | 'keyId'>,
  devEui: string | null,
): Promise<UplinkTarget | undefined> => {
  const { rows } = await pool.query<Row>({
    name: 'uplink-target',
    text: `
      select n.type, coalesce(d.mapping, n.mapping) as mapping, d.kind, d.serial
        from connection n
        left join connection_device d on d.company_id = $1 and d.connection_id = n.connection_id and d.dev_eui = $3
       where n.company_id = $1 and n.connection_id = $2`,
    // A cluster compares nothing with a null parameter.
    values: [companyId, keyId, devEui ?? ''],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const { type, mapping, kind, serial } = row
  return { type, mapping, device: kind === null || serial === null ? null : { kind, serial } }
}
