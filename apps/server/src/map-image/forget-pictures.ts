import { inTransaction, type Recurring } from '../platform/recurring.ts'
import { sizedKeys } from './picture-sizes.ts'
import { forgetIfUnnamed, unnamedFiles } from './store.ts'

/** Removes uploaded files that no map has named for a day, with the sizes made of them. One that cannot be removed stays on record for the next turn. */
export const forgetPicturesJob: Recurring = {
  name: 'forget-pictures',
  everySeconds: 3_600,
  // Each file in a transaction of its own: the store may be far away.
  lockedBy: 'session',
  run: async ({ clock, files }, client, stopping) => {
    const { rows } = await client.query<{ company_id: number; key: string }>(unnamedFiles, [clock()])
    for (const { company_id: companyId, key } of rows) {
      stopping.throwIfAborted()
      await inTransaction(client, async () => {
        const { rowCount } = await client.query(forgetIfUnnamed, [companyId, key])
        if (rowCount !== 1) return
        for (const kept of [key, ...sizedKeys(key)]) await files.delete(kept)
      })
    }
  },
}
