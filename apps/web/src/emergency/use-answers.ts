import type { AlertEpisode, Outcome } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { tellLive } from '../platform/live.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'

const { acknowledge, acknowledgeAll, respond, close } = endpoints.alert

/** What a person does about an episode. `go` is to have seen it and to be on the way: two steps, one tap. */
export type Answer =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'respond' }
  | { readonly kind: 'go' }
  | { readonly kind: 'close'; readonly outcome: Outcome; readonly note: string }

/** An episode as somebody saw it. */
type ShownAlert = Pick<AlertEpisode, 'id' | 'alertLevel'>

/** An answer, and what else of the same person is seen to with it. */
type Sent = { readonly episode: ShownAlert; readonly together?: readonly ShownAlert[]; readonly answer: Answer }

// What has grown worse meanwhile nobody has seen: the server refuses it.
const see = async (shown: readonly ShownAlert[]): Promise<AlertEpisode[]> => {
  const [one] = shown
  if (one !== undefined && shown.length === 1) return [await call(acknowledge, { params: { id: one.id }, body: { level: one.alertLevel } })]
  const { data } = await call(acknowledgeAll, {
    body: { ids: shown.map(({ id }) => id), levels: shown.map(({ alertLevel }) => alertLevel) },
  })
  return data
}

const send = async ({ episode, together = [], answer }: Sent): Promise<AlertEpisode[]> => {
  const { id } = episode
  const params = { id }
  switch (answer.kind) {
    case 'acknowledge':
      return see([episode, ...together])
    case 'respond':
      return [await call(respond, { params })]
    case 'go': {
      const seen = await see([episode, ...together])
      const going = await call(respond, { params })
      return [...seen.filter((other) => other.id !== id), going]
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
const useAlertMutation = <Given>(answerAlert: (given: Given) => Promise<AlertEpisode[]>) => {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: answerAlert,
    onSuccess: (episodes) => tellLive('alert', episodes),
    // Somebody else may have been faster: then the lists show what they did.
    onSettled: () => Promise.all(concerned.map((path) => client.invalidateQueries({ queryKey: [path] }))),
  })
}

/** Answers an episode. */
export const useAnswers = () => useAlertMutation(send)

/** Acknowledges several episodes at once. */
export const useAcknowledgement = () => useAlertMutation(see)
