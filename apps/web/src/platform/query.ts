import type { AnswerOf, Endpoint } from '@mimamori/contract/endpoint'
import { message } from '@mimamori/contract/messages'
import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { AnswerError } from './call-error.ts'
import type { CallInput } from './client.ts'

// A refusal is an answer: asking again changes nothing and counts against the caller.
const worthAnotherTry = (failures: number, error: Error) => failures < 1 && !(error instanceof AnswerError && error.status < 500)

// By itself it waits for a timer, which a browser holds back for a second or longer while nobody looks at the tab: an alarm is to
// be heard then, too. And what one piece of news changes in several answers is drawn once.
notifyManager.setScheduler(queueMicrotask)

/** The console's cache of answers. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: worthAnotherTry, refetchOnWindowFocus: false } },
})

/** Draws something in the place of what has asked the same: answers that are there are not read again for it. */
export const withoutReading = (draw: () => void): void => {
  const before = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...before, queries: { ...before.queries, refetchOnMount: false } })
  try {
    draw()
  } finally {
    queryClient.setDefaultOptions(before)
  }
}

// Anyone who types a number wrong into an address looks for a record that is not there; the server would speak of a field.
const cannotBe = (input: object) => Object.values(('params' in input && input.params) || {}).some(Number.isNaN)
const isRefusedForParams = (error: unknown, input: object) =>
  error instanceof AnswerError && error.status === 400 && 'params' in input && !('query' in input)
const notFound = () => new AnswerError(404, [{ row: null, text: message('notFound') }], new Headers())

/** Why a record did not come that is asked for by the address alone: what the server refuses there is no record. */
export const missingIfRefused = (error: Error | null): Error | null =>
  error instanceof AnswerError && error.status === 400 ? notFound() : error

/**
 * A query of an endpoint: `useQuery(queryOf(endpoints.alert.list, { query }))`. Its key is the path and the input,
 * so `queryClient.invalidateQueries({ queryKey: [endpoint.path] })` refetches every list of it.
 */
export const queryOf = <E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'signal'>) =>
  queryOptions<AnswerOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: async ({ signal }) => {
      if (cannotBe(input)) throw notFound()
      try {
        return await (call as (endpoint: E, input: unknown) => Promise<AnswerOf<E>>)(endpoint, { ...input, signal })
      } catch (error) {
        throw isRefusedForParams(error, input) ? notFound() : error
      }
    },
  })
