import { type AlertEpisode, endingNames, handlingNames } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'

/** How far people have got with an episode, in a word; one that late readings disproved needs nobody. */
export const HandlingWord = ({
  alert: { handling, withdrawn, ending },
}: {
  readonly alert: Pick<AlertEpisode, 'handling' | 'withdrawn' | 'ending'>
}) => {
  if (ending === 'cancelled') return endingNames.cancelled
  if (withdrawn === '1') return labels.alert.withdrawn
  return handling === 'open' ? <b>{handlingNames.open}</b> : handlingNames[handling]
}
