import type { AlertEpisode } from '@mimamori/contract/alert'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { useState } from 'react'
import { useUnfolds } from '../emergency/unfolded.ts'
import { EmergencyCard } from './emergency-card.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './home-screen.module.css'

/** More than these would push each other off the screen; the others wait below, the longest unanswered first. */
const unfolded = 2

type Props = { readonly episodes: readonly AlertEpisode[]; readonly rows: readonly HealthRow[] }

/** All open emergencies, unfolded. */
export const Emergencies = ({ episodes, rows }: Props) => {
  const [all, setAll] = useState(false)
  useUnfolds()
  if (episodes.length === 0) return null
  const shown = all ? episodes : episodes.slice(0, unfolded)
  return (
    <div className={styles['emergencies']} role="region" aria-label="緊急">
      {shown.map((episode) => (
        <EmergencyCard key={episode.id} episode={episode} row={rows.find((row) => row.userId === episode.userId)} />
      ))}
      {episodes.length > unfolded && (
        <PlainButton block onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'たたむ' : `ほか${episodes.length - unfolded}人の緊急を開く`}
        </PlainButton>
      )}
    </div>
  )
}
