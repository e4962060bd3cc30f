import { multipart } from '../../platform/exchange/test-upload.ts'
import type { startDeviceApp } from './test-devices.ts'

export type Resource = 'Device' | 'HeatIndexWatcher' | 'Gateway' | 'ReferenceBarometer'

/** Sends a file of devices as somebody, to a site. */
export const uploaderOf =
  (site: Awaited<ReturnType<typeof startDeviceApp>>) =>
  async (
    resource: Resource,
    content: string | Buffer,
    user: { user_id: number } = site.people.base,
    officeId = site.office.office_id,
    fields: Record<string, string> = {},
  ) => {
    const { headers, payload } = multipart(...Object.entries(fields), ['file', content, '機器.csv'])
    const { status, body } = await site.ask('POST', `/api/${resource}/Import/${officeId}`, {
      headers: { ...headers, ...(await site.as(user)) },
      payload,
    })
    return { status, body }
  }
