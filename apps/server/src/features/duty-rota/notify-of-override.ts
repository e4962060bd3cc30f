import { rotaPlaceText, type RotaShift } from '@mimamori/contract'
import type { Actor } from '../../platform/http/route.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { readPlanners, readReaders, type Sender, sendRotaNotice } from './send-rota-notice.ts'

type Override = {
  readonly date: string
  readonly shift: RotaShift
  readonly place: number
  readonly userId: number
  readonly fullName: string
  readonly insteadOf: string | null
  readonly owner: number | null
  readonly reason: string
}

type Act = {
  readonly office: OfficeKey
  readonly at: Date
  readonly actor: Actor
  readonly isByLeader: boolean
  /** Who has the place now, whose place it is, and who had it before. */
  readonly concerned: readonly (number | null | undefined)[]
}

/** Of what a leader decided the site's administrators are notified too; never who decided it. */
const notify = async (
  sender: Sender,
  { office, at, actor, isByLeader, concerned }: Act,
  words: { readonly title: string; readonly body: string },
): Promise<void> => {
  const planners = isByLeader ? await readPlanners(sender.db, office) : []
  const people = await readReaders(sender.db, office.companyId, concerned)
  const readers = [...new Map([...planners, ...people].map((reader) => [reader.user_id, reader])).values()]
  await sendRotaNotice(
    sender,
    readers.filter(({ user_id }) => user_id !== actor.userId),
    { office, at, ...words },
  )
}

/** Notifies the substitute, whose place it is, and a former substitute of the place. */
export const notifyOfOverride = (
  sender: Sender,
  act: Omit<Act, 'concerned'>,
  { override, former }: { readonly override: Override; readonly former: Override | undefined },
): Promise<void> =>
  notify(
    sender,
    { ...act, concerned: [override.userId, override.owner, former?.userId] },
    {
      title: `${rotaPlaceText(override)}は${override.fullName}さん${override.insteadOf === null ? '' : `（${override.insteadOf}さんの代わり）`}`,
      body: `${act.actor.fullName}さんが代わりを立てました。わけ：${override.reason}`,
    },
  )

/** Notifies who has the place again, and who had taken it. */
export const notifyOfRemoval = (sender: Sender, act: Omit<Act, 'concerned'>, override: Override): Promise<void> =>
  notify(
    sender,
    { ...act, concerned: [override.userId, override.owner] },
    {
      title: `${rotaPlaceText(override)}は${override.insteadOf === null ? '空き' : `${override.insteadOf}さん`}に戻りました`,
      body: `${act.actor.fullName}さんが、${override.fullName}さんに代わってもらうのをやめました。`,
    },
  )
