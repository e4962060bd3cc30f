import { screens } from '@mimamori/contract/screens'
import { ScreenLink } from '../kit/screen-link.tsx'
import { useOwnActions } from '../platform/action-queue/own-actions.ts'
import { unsentBriefings, useMissingPeople, withoutUnsent } from '../organisation/duty/missing-people.ts'
import styles from './not-briefed.module.css'

/** Names that are shown; of more there is the number. */
const mostNames = 3
/** So many that what waits here to be sent can be left out of them. */
const limit = 50

type Props = { readonly officeId: number; readonly groupId: number | undefined }

/** Who starts today and was not briefed of the procedures, until they are; nothing where there is nobody. */
export const NotBriefed = ({ officeId, groupId }: Props) => {
  const { data } = useMissingPeople({ officeId, groupId, limit })
  const { waiting } = useOwnActions()
  if (data === undefined) return null
  const { data: people, count } = withoutUnsent(data, unsentBriefings(officeId, waiting))
  if (count === 0) return null
  const isAllNew = people.filter(({ isNew }) => isNew).length === count
  const names = people.slice(0, mostNames).map(({ fullName }) => fullName)
  const others = count - names.length
  return (
    <section className={styles['line']} aria-label="手順の周知">
      <p>
        <strong>
          {isAllNew ? '今日から入る人' : '手順を知らせていない人'} {count}人
        </strong>
        <span>
          {names.join('、')}
          {others > 0 && `、ほか${others}人`}
        </span>
      </p>
      <ScreenLink to={screens.duty.path} search={{ officeId }}>
        手順を知らせる
      </ScreenLink>
    </section>
  )
}
