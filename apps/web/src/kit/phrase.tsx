import { useMarkedPhrase } from '../platform/phrases.ts'
import { FuriganaText } from './furigana-text.tsx'

/** What a part says that Japanese screens share, by its Japanese words: as `usePhrase`, with the readings of the Kanji where they are shown. */
export const Phrase = ({ text }: { readonly text: string }) => <FuriganaText text={useMarkedPhrase()(text)} />
