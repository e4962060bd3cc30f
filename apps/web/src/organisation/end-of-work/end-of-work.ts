import type { BodyIn } from '@mimamori/contract/endpoint'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { notify } from '../../kit/notify.ts'
import { call } from '../../platform/api.ts'
import { queryClient } from '../../platform/query.ts'

/** Whose work may be ended: one person's, a group's or a whole site's, under the name to ask with. */
export type WorkOf = BodyIn<typeof endpoints.endOfWork.end> & { readonly name: string }

const questionOf = ({ name, userId }: WorkOf) => message(userId == null ? 'endOfWorkOfAll' : 'endOfWorkOfOne', { name })

/** Ends somebody's work after saying whom it concerns and what it does; what is on screen about it is read again. */
export const askEndOfWork = async (work: WorkOf): Promise<void> => {
  const { name: _, ...body } = work
  if (!(await confirm({ title: '作業終了', body: `${questionOf(work)}\n${message('endOfWorkHint')}`, verb: '作業を終了する' }))) return
  try {
    const { count } = await call(endpoints.endOfWork.end, { body })
    notify.success(message('endOfWorkDone', { count }))
  } catch (error) {
    void showFailure(error)
  }
  const changed = [endpoints.alert.list.path, endpoints.officeNow.read.path, endpoints.healthCondition.detail.path]
  await Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}
