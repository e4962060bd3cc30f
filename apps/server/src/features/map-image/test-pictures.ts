import type { IncomingHttpHeaders } from 'node:http'
import sharp from 'sharp'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { multipart } from '../../platform/exchange/test-upload.ts'
import { createTestApp } from '../../test-app.ts'

type Someone = { readonly user_id: number }

/** A picture of one colour. */
export const drawing = (width: number, height: number, background = '#357') => sharp({ create: { width, height, channels: 3, background } })

/** The whole product with two companies, and ways to give it pictures and to see them. */
export const createPictureApp = async () => {
  const product = await createTestApp()
  const tenants = await makeTenants(product.context.db)
  const get = async (user: Someone, url: string): Promise<{ status: number; headers: IncomingHttpHeaders; content: Buffer }> => {
    const response = await product.app.inject({ method: 'GET', url, headers: await product.as(user) })
    return { status: response.statusCode, headers: response.headers as IncomingHttpHeaders, content: response.rawPayload }
  }
  return {
    ...product,
    ...tenants,
    get,
    upload: async (user: Someone, content: Buffer, name = 'plan.png') => {
      const { headers, payload } = multipart(['uploadFile', content, name])
      const { status, body } = await product.ask('POST', '/api/FileUpload/Image', {
        headers: { ...headers, ...(await product.as(user)) },
        payload,
      })
      return { status, body, key: (body as { url?: string }).url ?? '' }
    },
    picture: (user: Someone, key: string, query = '') => get(user, `/api/Map/Image/${key}${query}`),
    /** Puts a picture on a map of the office. */
    nameOnMap: ({ company_id, office_id }: { company_id: number; office_id: number }, key: string) =>
      product.context.db
        .insertInto('site_map')
        .values({ company_id, office_id, position: 0, location_name: '本館', image_key: key })
        .returning('map_id')
        .executeTakeFirstOrThrow(),
    /** What is on record of the pictures. */
    recorded: () =>
      product.context.db
        .selectFrom('stored_file as f')
        .select(['f.file_key', 'f.content_type', 'f.width', 'f.height', 'f.size'])
        .orderBy('f.created_at')
        .execute(),
  }
}

export type PictureApp = Awaited<ReturnType<typeof createPictureApp>>
