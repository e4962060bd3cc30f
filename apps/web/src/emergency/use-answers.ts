import type { AlertEpisode, Outcome } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { tellLive } from '../platform/live.ts'

const { acknowledge, acknowledgeAll, respond, close } = endpoints.alert

/** What a person does about an episode. `go` is to have seen it and to be on the way: two steps, one tap. */
export type Answer =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'respond' }
  | { readonly kind: 'go' }
  | { readonly kind: 'close'; readonly outcome: Outcome; readonly note: string }

/** An answer, and what else of the same person is seen to with it. */
type Sent = { readonly id: number; readonly together?: readonly number[]; readonly answer: Answer }

const see = async (id: number, together: readonly number[]): Promise<AlertEpisode[]> => {
  if (together.length === 0) return [await call(acknowledge, { params: { id } })]
  const { data } = await call(acknowledgeAll, { body: { ids: [id, ...together] } })
  return data
}

const send = async ({ id, together = [], answer }: Sent): Promise<AlertEpisode[]> => {
  const params = { id }
  switch (answer.kind) {
    case 'acknowledge':
      return see(id, together)
    case 'respond':
      return [await call(respond, { params })]
    case 'go': {
      const seen = await see(id, together)
      const going = await call(respond, { params })
      return [...seen.filter((episode) => episode.id !== id), going]
    }
    case 'close':
      return [await call(close, { params, body: { outcome: answer.outcome, note: answer.note } })]
    default:
      return answer satisfies never
  }
}

const concerned = [
  endpoints.alert.list.path,
  endpoints.healthCondition.list.path,
  endpoints.healthCondition.summary.path,
  endpoints.healthCondition.detail.path,
]

/** Sends what a person does about episodes; every list on screen shows it at once. */
const useDeed = <Given>(deed: (given: Given) => Promise<AlertEpisode[]>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deed,
    onSuccess: (episodes) => tellLive('alert', episodes),
    // Somebody else may have been faster: then the lists show what they did.
    onSettled: () => Promise.all(concerned.map((path) => client.invalidateQueries({ queryKey: [path] }))),
  })
}

/** Answers an episode. */
export const useAnswers = () => useDeed(send)

const seeAll = async (ids: readonly number[]): Promise<AlertEpisode[]> => (await call(acknowledgeAll, { body: { ids: [...ids] } })).data

/** Acknowledges several episodes at once. */
export const useAcknowledgement = () => useDeed(seeAll)
