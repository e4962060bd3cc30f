import { apiToken, type MadeApiToken } from '@mimamori/contract/api-token'
import type { z } from 'zod'
import { queryClient } from '../platform/query.ts'

/** A token that was made just now, with its secret. */
export type MadeToken = z.output<typeof MadeApiToken>

/** Asks again for what is listed of tokens and their reads. */
export const refreshTokens = (): Promise<unknown> =>
  Promise.all([apiToken.list, apiToken.reads].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
