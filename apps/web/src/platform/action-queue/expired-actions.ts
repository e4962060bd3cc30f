import type { ActionStore } from './action-store.ts'

/**
 * Removes what was to be sent by now and was not, whichever account it is of.
 * @param now epoch ms
 * @returns how many were removed
 */
export const removeExpired = async (store: ActionStore, now: number): Promise<number> => {
  const expired = (await store.listAll()).filter(({ removeAt }) => removeAt !== undefined && Date.parse(removeAt) <= now)
  for (const { id } of expired) await store.remove(id)
  return expired.length
}
