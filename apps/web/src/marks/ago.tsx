import { spanInWords } from '@mimamori/contract/time-words'
import { useNow } from '../platform/clock.ts'
import { agoInWords, clockOf } from '../platform/japan-time.ts'

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

/** How long something has lasted, kept current. */
export const Lasting = ({ since }: { readonly since: string }) => <>{spanInWords(useNow() - Date.parse(since))}</>
