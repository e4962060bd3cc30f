import type { CheckFollowUp } from '@mimamori/contract/morning-check'
import { morningCheck } from '@mimamori/contract/morning-check'
import { healthCondition } from '@mimamori/contract/health-condition'
import { showFailure } from '../../kit/dialogs.ts'
import { performAction } from '../../platform/action-queue/own-actions.ts'
import { queryClient } from '../../platform/query.ts'
import type { GivenAnswers } from './check-form.tsx'

type Person = { readonly userId: number; readonly fullName: string }

const changed = [morningCheck.day.path, morningCheck.own.path, healthCondition.list.path, healthCondition.detail.path]
const refresh = () => Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))

const perform = async (path: string, title: string, body: Readonly<Record<string, unknown>>): Promise<'sent' | 'unsent' | undefined> => {
  try {
    const { state } = await performAction({ path, title, body })
    return state
  } catch (error) {
    void showFailure(error)
    return undefined
  } finally {
    void refresh()
  }
}

/** Sends a person's answers, or that they do not answer (undefined). @returns undefined where it was refused, which a dialog says */
export const sendCheck = ({ userId, fullName }: Person, answers: GivenAnswers | undefined): Promise<'sent' | 'unsent' | undefined> =>
  perform(
    morningCheck.answer.path,
    `${fullName}さんの朝礼チェック`,
    answers === undefined ? { userId, refused: true } : { userId, answers },
  )

/** Records what was done about a person's answers. @returns undefined where it was refused, which a dialog says */
export const sendFollowUp = (
  { userId, fullName }: Person,
  done: CheckFollowUp['done'],
  movedTo: string | null = null,
): Promise<'sent' | 'unsent' | undefined> =>
  perform(morningCheck.followUp.path, `${fullName}さん：${done === 'talked' ? '声をかけた' : '持ち場を変えた'}`, {
    userId,
    done,
    ...(movedTo !== null && { movedTo }),
  })
