import { useNow } from '../platform/clock.ts'
import { agoInWords, momentInWords } from '../platform/japan-time.ts'
import { momentIn } from '../platform/local-format.ts'
import { currentLanguage } from '../platform/texts.ts'

/** How long ago an instant was, in words where the page is Japanese; in other languages when it was. */
export const useAgo = (): ((at: string) => string) => {
  const now = useNow()
  const language = currentLanguage()
  return (at) => (language === 'ja' ? agoInWords(Date.parse(at), now) : momentIn(language, at))
}

/** How long ago an instant was, as `useAgo`. */
export const LocalAgo = ({ at }: { readonly at: string }) => <time dateTime={at}>{useAgo()(at)}</time>

/** When an instant was: by the clock and in words where the page is Japanese, else as its language writes it. */
export const LocalMoment = ({ at }: { readonly at: string }) => {
  const now = useNow()
  const language = currentLanguage()
  return <time dateTime={at}>{language === 'ja' ? momentInWords(Date.parse(at), now) : momentIn(language, at)}</time>
}
