import type { AlertEpisode } from '@mimamori/contract/alert'
import { AnswerLine } from '../emergency/answer-line.tsx'
import { subjectOf } from '../emergency/handling-words.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { ReportMark } from '../marks/report-mark.tsx'
import { Lost } from '../marks/lost.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import styles from './further-dangers.module.css'
import { Section } from './section.tsx'

const Wearer = ({ episode }: { readonly episode: AlertEpisode }) => {
  const { userId } = episode
  if (userId === null) return <span className={styles['name']}>{subjectOf(episode)}</span>
  return (
    <WorkerLink person={{ ...episode, userId }} className={styles['name']}>
      {subjectOf(episode)}
    </WorkerLink>
  )
}

type Props = {
  /** Dangers, the most urgent first. */
  readonly episodes: readonly AlertEpisode[]
  /** True where they are of several sites. */
  readonly withBase: boolean
}

const titleOf = (episodes: readonly AlertEpisode[]) => {
  if (episodes.every(({ kind }) => kind === 'belt')) return '高所でフックなし'
  return episodes.every(({ kind }) => kind === 'report') ? '体調の申告' : 'いまの危険'
}

/** The dangers that have no row among the people, to be answered here. Nothing where there are none. */
export const FurtherDangers = ({ episodes, withBase }: Props) =>
  episodes.length > 0 && (
    <Section title={titleOf(episodes)} note={`${episodes.length}件`}>
      <ul className={styles['rows']}>
        {episodes.map((episode) => (
          <li key={episode.id} className={styles['row']} data-kind={episode.kind}>
            {episode.kind === 'report' ? <ReportMark size={32} /> : <LevelMark grade={3} size={32} />}
            <div className={styles['who']}>
              <Wearer episode={episode} />
              <p className={styles['place']}>
                {[episode.locationName ?? '位置不明', episode.groupName].filter((part) => part !== null).join('・')}
              </p>
              {withBase && <p className={styles['small']}>{episode.baseName}</p>}
              <p className={styles['small']}>{episode.reason}</p>
              <Lost lost={episode.lost} />
            </div>
            <div className={styles['answer']}>
              <AnswerLine episode={episode} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
