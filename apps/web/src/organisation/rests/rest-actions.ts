import type { HealthRow } from '@mimamori/contract/health-condition'
import { healthCondition } from '@mimamori/contract/health-condition'
import { gradeNames } from '@mimamori/contract/labels'
import { rest } from '@mimamori/contract/rest'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { notify } from '../../kit/notify.ts'
import { performAction } from '../../platform/action-queue/own-actions.ts'
import { queryClient } from '../../platform/query.ts'

/** A person who is sent to rest or back. */
export type RestPerson = Pick<HealthRow, 'userId' | 'fullName' | 'personalLevel' | 'emergency'>

const nameOf = (people: readonly Pick<RestPerson, 'fullName'>[]): string => {
  const [first] = people
  return people.length === 1 && first !== undefined ? `${first.fullName}さん` : `${people.length}人`
}

const changed = [rest.day.path, healthCondition.list.path, healthCondition.detail.path]

const perform = async (people: readonly RestPerson[], state: 'begin' | 'end', done: string): Promise<void> => {
  const title = `${nameOf(people)}の休憩${state === 'begin' ? 'を伝えた' : 'を終えた'}`
  try {
    const result = await performAction({ path: rest.set.path, title, body: { userIds: people.map(({ userId }) => userId), state } })
    notify.success(result.state === 'sent' ? done : `${done}つながると自動で送ります。`)
  } catch (error) {
    void showFailure(error)
  }
  await Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}

/** Sends people to rest from now on; those who were sent and do not rest are sent again. */
export const sendToRest = (people: readonly RestPerson[]): Promise<void> =>
  perform(people, 'begin', `${nameOf(people)}の休憩を記録しました。`)

/** Whether somebody still needs help, so that work is not the next thing for them. */
const isInDanger = ({ personalLevel, emergency }: RestPerson): boolean => emergency === '1' || (personalLevel ?? 0) >= 3

/** Ends a person's rest; asks first where they are still in danger. */
export const endRestOf = async (person: RestPerson): Promise<void> => {
  const { fullName, emergency } = person
  const grade = emergency === '1' ? gradeNames.emergency : gradeNames[3]
  const asks = {
    title: '休憩を終える',
    body: `${fullName}さんは、いまも「${grade}」です。\n体調を確かめるまで、休憩を続けてください。`,
    verb: '休憩を終える',
    cancel: '休憩を続ける',
  }
  if (isInDanger(person) && !(await confirm(asks))) return
  await perform([person], 'end', `${fullName}さんの休憩を終えました。`)
}
