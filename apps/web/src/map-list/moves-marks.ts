import type { AnswerOf } from '@mimamori/contract/endpoint'
import type { endpoints } from '@mimamori/contract/endpoints'
import type { MapMark } from '@mimamori/contract/map-mark'
import type { PlacedWorker } from '@mimamori/contract/map-worker'
import type { Patched } from '../kit/use-live-query.ts'

type Answer = AnswerOf<typeof endpoints.siteMap.list>

const needsSomebody = ({ emergency, reportedAt, alertLevel }: PlacedWorker) =>
  emergency === '1' || reportedAt !== null || (alertLevel ?? 0) >= 1

/**
 * What of somebody a small picture shows, in a word to compare; their exact position on the world is only updated each minute.
 */
const shownOf = (
  mapIds: readonly number[],
  { emergency, isReported, alertLevel, gwExtensionId }: Pick<MapMark, 'emergency' | 'isReported' | 'alertLevel' | 'gwExtensionId'>,
) => [...mapIds.toSorted((a, b) => a - b), emergency, isReported, alertLevel, gwExtensionId].join()

/**
 * Whether the small pictures change with these people: somebody needs help, no longer does, or is now elsewhere. Which
 * mark is where, and how many there are, comes from the server.
 * @param groupId whom the list is of, where it is of one group
 */
export const movesMarks =
  (groupId: number | undefined) =>
  (answer: Answer, workers: readonly PlacedWorker[]): Patched<Answer> => {
    const listed = new Set(answer.data.map(({ id }) => id))
    const known = new Map<number, { readonly mark: MapMark; readonly mapIds: number[] }>()
    for (const { id, listMarks } of answer.data)
      for (const mark of listMarks) {
        const before = known.get(mark.userId)
        if (before === undefined) known.set(mark.userId, { mark, mapIds: [id] })
        else before.mapIds.push(id)
      }
    const refetch = workers.some((worker) => {
      const before = known.get(worker.userId)
      const isMarked = needsSomebody(worker) && (groupId === undefined || worker.groupId === groupId)
      const mapIds = isMarked ? worker.mapIds.filter((id) => listed.has(id)) : []
      if (before === undefined) return mapIds.length > 0
      return shownOf(before.mapIds, before.mark) !== shownOf(mapIds, { ...worker, isReported: worker.reportedAt !== null })
    })
    return { data: answer, refetch }
  }
