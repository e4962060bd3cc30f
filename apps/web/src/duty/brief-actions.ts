import { type BriefingMeans, duty } from '@mimamori/contract/duty'
import type { Language } from '@mimamori/contract/language'
import { showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { performAction } from '../platform/action-queue/own-actions.ts'
import { queryClient } from '../platform/query.ts'

/** How people were briefed. */
export type BriefingDetails = {
  readonly speaker: string
  readonly means: Exclude<BriefingMeans, 'page'>
  readonly language: Language
  /** ISO 8601; undefined is now. */
  readonly doneAt: string | undefined
}

const changed = [duty.briefings.path, duty.register.path, duty.versions.path]

/** Records that people were briefed of a version, also without a network. */
export const briefPeople = async (
  office: { readonly officeId: number; readonly version: number },
  userIds: readonly number[],
  { speaker, means, language, doneAt }: BriefingDetails,
): Promise<void> => {
  const { officeId, version } = office
  const done = `${userIds.length}人への周知を記録しました。`
  try {
    const result = await performAction({
      path: duty.brief.path,
      title: `${userIds.length}人に体制と手順を周知した`,
      params: { officeId },
      body: { userIds, means, language, speaker, version },
      doneAt,
    })
    notify.success(result.state === 'sent' ? done : `${done}つながると自動で送ります。`)
  } catch (error) {
    void showFailure(error)
  }
  await Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}
