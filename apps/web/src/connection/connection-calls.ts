import { connection, type ConnectionDetail, type ConnectionDevice } from '@mimamori/contract/connection'
import { call } from '../platform/api.ts'
import { queryClient, queryOf } from '../platform/query.ts'

/** Asks for a site's connections again. */
export const refreshConnections = (): Promise<unknown> =>
  Promise.all([connection.list, connection.one].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))

type Change = Omit<Parameters<typeof call<typeof connection.update>>[1]['body'], 'id'>

/** Changes a connection, and shows the answer at once. */
export const changeConnection = async (id: string, change: Change): Promise<ConnectionDetail> => {
  const changed = await call(connection.update, { body: { id, ...change } })
  queryClient.setQueryData(queryOf(connection.one, { params: { id } }).queryKey, changed)
  void queryClient.invalidateQueries({ queryKey: [connection.list.path] })
  return changed
}

/** Which device of ours each DevEUI of a connection is, as it is saved. */
export const devicesOf = ({ devices }: Pick<ConnectionDetail, 'devices'>): ConnectionDevice[] =>
  devices.map(({ devEui, kind, serialNumber, mapping }) => ({ devEui, kind, serialNumber, mapping }))

/** The devices of a connection, one of which has a mapping of its own; null is that of the connection. */
export const withOwnMapping = (
  detail: Pick<ConnectionDetail, 'devices'>,
  devEui: string,
  mapping: ConnectionDevice['mapping'],
): ConnectionDevice[] => devicesOf(detail).map((device) => (device.devEui === devEui ? { ...device, mapping } : device))
