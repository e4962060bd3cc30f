import type { AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { AnswerLine } from '../emergency/answer-line.tsx'
import { whenInWords } from '../emergency/alert-words.ts'
import { subjectOf } from '../emergency/handling-words.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import { useNow } from '../platform/clock.ts'
import styles from './further-dangers.module.css'
import { Section } from './section.tsx'

type Props = {
  readonly episodes: readonly AlertEpisode[]
  /** True where they are of several sites. */
  readonly withBase: boolean
}

const Who = ({ episode }: { readonly episode: AlertEpisode }) => {
  const { userId } = episode
  if (userId === null) return <span className={styles['name']}>{subjectOf(episode)}</span>
  return (
    <WorkerLink person={{ ...episode, userId }} className={styles['name']}>
      {subjectOf(episode)}
    </WorkerLink>
  )
}

/** Emergencies that were over for long when their readings came (後着), to be closed. Nothing where there are none. */
export const LateEmergencies = ({ episodes, withBase }: Props) => {
  const now = useNow(60_000)
  if (episodes.length === 0) return null
  return (
    <Section title={`あとから届いた緊急（${labels.alert.late}）`} note={`${episodes.length}件`}>
      <ul className={styles['rows']}>
        {episodes.map((episode) => (
          <li key={episode.id} className={styles['row']} data-emergency>
            <LevelMark grade="emergency" size={32} />
            <div className={styles['who']}>
              <Who episode={episode} />
              <p className={styles['place']}>
                {[episode.locationName, `${whenInWords(episode.startedAt, now)} 発生`].filter((part) => part !== null).join('　')}
              </p>
              <p className={styles['small']}>
                {[episode.groupName, withBase ? episode.baseName : null].filter((part) => part !== null).join('・')}
              </p>
              <p className={styles['small']}>{episode.reason}</p>
            </div>
            <div className={styles['answer']}>
              <AnswerLine episode={episode} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
