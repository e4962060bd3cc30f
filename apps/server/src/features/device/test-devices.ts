import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { setDeviceState } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The whole product with two companies, and ways to ask it as somebody. */
export const startDeviceApp = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const tenants = await makeTenants(db)
  const call = async (user: { user_id: number }, method: Method, url: string, payload?: object) => {
    const { status, body } = await product.ask(method, url, {
      headers: await product.as(user),
      ...(payload === undefined ? {} : { payload }),
    })
    return { status, body }
  }
  return {
    ...product,
    db,
    ...tenants,
    call,
    /** The rows of a list. */
    rows: async <Row>(user: { user_id: number }, url: string) => ((await call(user, 'GET', url)).body as { data: Row[] }).data,
    /** What the audit log says, oldest first. */
    log: () =>
      db
        .selectFrom('audit_log as a')
        .select(['a.action', 'a.resource', 'a.resource_id', 'a.company_id', 'a.office_id', 'a.before', 'a.after'])
        .orderBy('a.audit_id')
        .execute(),
    deviceOf: (deviceId: number) => db.selectFrom('device').selectAll().where('device.device_id', '=', deviceId).executeTakeFirst(),
    minutesAgo: (minutes: number) => new Date(product.time.now.getTime() - minutes * 60_000),
    setDeviceState: (device: { device_id: number }, values: Parameters<typeof setDeviceState>[2]) =>
      setDeviceState(db, device.device_id, values),
  }
}
