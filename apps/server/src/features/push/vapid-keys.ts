import webPush from 'web-push'
import { z } from 'zod'
import type { Db } from '../../platform/context.ts'
import { readOrMakeSecret } from '../../platform/secrets/product-secret.ts'

const VapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() })
export type VapidKeys = z.infer<typeof VapidKeys>

/**
 * The pair that notices are signed with (RFC 8292), made once and kept with the database, so that a restored backup continues
 * sending to the browsers that know it.
 */
export const vapidKeys = async (db: Db): Promise<VapidKeys> =>
  VapidKeys.parse(JSON.parse(await readOrMakeSecret(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys()))))
