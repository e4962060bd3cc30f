import { spanInWords } from '@mimamori/contract/time-words'
import { useNow } from '../platform/clock.ts'
import { agoInWords, clockOf, momentInWords } from '../platform/japan-time.ts'

/** How long ago an instant was, kept current. */
export const Ago = ({ at }: { readonly at: string }) => {
  const instant = Date.parse(at)
  const now = useNow()
  return (
    <time dateTime={at} title={clockOf(instant)}>
      {agoInWords(instant, now)}
    </time>
  )
}

/** When an instant was, by the clock and in words: so that two of the same hour are distinguished. */
export const Moment = ({ at }: { readonly at: string }) => <time dateTime={at}>{momentInWords(Date.parse(at), useNow())}</time>

/** How long something has lasted, kept current. */
export const Lasting = ({ since }: { readonly since: string }) => <>{spanInWords(useNow() - Date.parse(since))}</>
