import { eachOf, reachedNow } from '../../shared/cluster-health/each-company.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { sizedKeys } from './picture-sizes.ts'
import { findOldFiles, forgetIfUnnamed } from './store.ts'

/** Removes uploaded files that no map has named for a day, with the sizes made of them. One that cannot be removed stays on record for the next turn. */
export const forgetPicturesJob: Recurring = {
  name: 'forget-pictures',
  everySeconds: 3_600,
  // Each file in a transaction of its own: the store may be far away.
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    const db = onClient(client)
    const old = await findOldFiles(db, context.clock(), await reachedNow(context))
    await eachOf(context, client, old, async (file) => {
      stopping.throwIfAborted()
      if (!(await forgetIfUnnamed(db, file))) return
      for (const fileKey of [file.key, ...sizedKeys(file.key)]) await context.files.delete(fileKey)
    })
  },
}
