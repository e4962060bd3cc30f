import { furiganaParts, withoutFurigana } from '@mimamori/texts/furigana'
import { useTranslation } from '../platform/texts.ts'

/**
 * A text whose Kanji may carry their readings. People who chose Japanese see it without; with the readings above the Kanji it is shown to
 * those who chose so, and where another language lacks the text. Screen readers read the Kanji alone.
 */
export const FuriganaText = ({ text }: { readonly text: string }) => {
  const { i18n } = useTranslation()
  if (i18n.language === 'ja') return withoutFurigana(text)
  const parts = furiganaParts(text)
  if (parts.every(({ reading }) => reading === undefined)) return text
  return (
    <span lang="ja">
      {parts.map((part, index) =>
        part.reading === undefined ? (
          part.text
        ) : (
          <ruby key={`${String(index)} ${part.text}`}>
            {part.text}
            <rt aria-hidden="true">{part.reading}</rt>
          </ruby>
        ),
      )}
    </span>
  )
}
