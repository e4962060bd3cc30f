import { levelGradeOf } from '@mimamori/contract/level-grade'
import { nextVerb } from '../emergency/handling-words.ts'
import { openResponse } from '../emergency/response-store.ts'
import { useEpisodes } from '../emergency/use-episodes.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './site-heat-alerts.module.css'

/** The open heat alerts of places: where, by how much, for whom it is too much, and the way to answer them. */
export const SiteHeatAlerts = ({ officeId }: { readonly officeId: number }) => {
  const episodes = useEpisodes({ officeId, kind: 'siteHeat' }).data?.data ?? []
  const openAlerts = episodes.filter(({ endedAt }) => endedAt === null)
  if (openAlerts.length === 0) return null
  return (
    <ul className={styles['places']} aria-label="いま知らせている暑さ">
      {openAlerts.map((episode) => {
        const grade = levelGradeOf(episode.alertLevel)
        const place = episode.locationName ?? episode.wbgtMeasurementPoint
        return (
          <li key={episode.id} className={styles['place']}>
            {grade === undefined ? <span /> : <LevelMark grade={grade} size={20} />}
            <span className={styles['reason']}>
              {place !== null && <b>{place}　</b>}
              {episode.reason}
            </span>
            {episode.handling !== 'closed' && (
              <PlainButton
                small
                className={styles['answer']}
                aria-label={`${place ?? '現場'}の暑さ：${nextVerb[episode.handling]}`}
                onClick={() => openResponse(episode)}
              >
                {nextVerb[episode.handling]}
              </PlainButton>
            )}
          </li>
        )
      })}
    </ul>
  )
}
