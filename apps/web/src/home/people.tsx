import type { AlertEpisode } from '@mimamori/contract/alert'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { gradeNames } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { ScreenLink } from '../kit/screen-link.tsx'
import { AnswerLine } from '../emergency/answer-line.tsx'
import { isDanger } from '../emergency/dangers.ts'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useNarrow } from '../platform/use-media.ts'
import type { useLiveList } from '../marks/use-live-list.ts'
import { WorkerCards } from '../marks/worker-card.tsx'
import styles from './home-screen.module.css'
import { PeopleTable } from './responder-parts.ts'
import { Section } from './section.tsx'
import { shownPeople } from './shown-people.ts'

const count = (rows: readonly HealthRow[], level: number) => rows.filter((row) => row.alertLevel === level).length

/** 緊急のほか 危険3人・警戒5人 */
const noteOf = (others: readonly HealthRow[], emergencies: number): string => {
  const levels = ([3, 2] as const)
    .filter((level) => count(others, level) > 0)
    .map((level) => `${gradeNames[level]} ${count(others, level)}人`)
  return `${emergencies > 0 && levels.length > 0 ? '緊急のほか ' : ''}${levels.join('・')}`
}

const ListLink = ({ officeId, children }: { readonly officeId: number | undefined; readonly children: string }) => (
  <ScreenLink to={screens.conditionList.path} search={{ officeId }}>
    {children}
  </ScreenLink>
)

type Props = {
  readonly title: string
  readonly empty: string
  readonly result: ReturnType<typeof useLiveList>
  readonly episodes: ReadonlyMap<number, AlertEpisode>
  readonly officeId: number | undefined
  readonly withBase: boolean
  /** True where everybody of a small group is shown. */
  readonly whole?: boolean
}

/** The people who need somebody now, without emergencies: those are above, unfolded. */
export const People = ({ title, empty, result, episodes, officeId, withBase, whole = false }: Props) => {
  const narrow = useNarrow()
  if (result.data === undefined)
    return (
      <Section title={title}>
        <NoAnswerYet result={result} height={200} />
      </Section>
    )
  const answerBelow = ({ userId }: HealthRow) => {
    const episode = episodes.get(userId)
    return episode !== undefined && isDanger(episode) && <AnswerLine episode={episode} />
  }
  const { data, count: all } = result.data
  const others = data.filter((row) => row.emergency !== '1')
  const shown = shownPeople(data, whole)
  const hidden = all - (data.length - others.length) - shown.length
  return (
    <Section title={title} note={noteOf(others, data.length - others.length)} link={<ListLink officeId={officeId}>体調一覧へ</ListLink>}>
      {result.error !== null && <StaleBanner result={result} />}
      {shown.length === 0 && <p className={styles['none']}>{empty}</p>}
      {shown.length > 0 &&
        (narrow ? (
          <WorkerCards rows={shown} label={title} withBase={withBase} below={answerBelow} />
        ) : (
          <div className={styles['scroll']}>
            <PeopleTable rows={shown} episodes={episodes} withBase={withBase} />
          </div>
        ))}
      {hidden > 0 && (
        <p className={styles['rest']}>
          <ListLink officeId={officeId}>{`ほか${hidden}人を体調一覧で見る`}</ListLink>
        </p>
      )}
    </Section>
  )
}
