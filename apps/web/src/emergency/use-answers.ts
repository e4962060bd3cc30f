import type { AlertEpisode, Outcome } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { tellLive } from '../platform/live.ts'

const { acknowledge, respond, close } = endpoints.alert

/** What a person does about an episode. `go` is to have seen it and to be on the way: two steps, one tap. */
export type Answer =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'respond' }
  | { readonly kind: 'go' }
  | { readonly kind: 'close'; readonly outcome: Outcome; readonly note: string }

const send = async (id: number, answer: Answer): Promise<AlertEpisode> => {
  const params = { id }
  switch (answer.kind) {
    case 'acknowledge':
      return call(acknowledge, { params })
    case 'respond':
      return call(respond, { params })
    case 'go':
      await call(acknowledge, { params })
      return call(respond, { params })
    case 'close':
      return call(close, { params, body: { outcome: answer.outcome, note: answer.note } })
    default:
      return answer satisfies never
  }
}

/** Answers an episode; every list on screen shows it at once. */
export const useAnswers = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, answer }: { readonly id: number; readonly answer: Answer }) => send(id, answer),
    onSuccess: (episode) => tellLive('alert', [episode]),
    // Somebody else may have been faster: then the lists show what they did.
    onSettled: () =>
      Promise.all(
        [
          endpoints.alert.list.path,
          endpoints.healthCondition.list.path,
          endpoints.healthCondition.summary.path,
          endpoints.healthCondition.detail.path,
        ].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  })
}
