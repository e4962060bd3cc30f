import { furiganaParts, withoutFurigana } from '@mimamori/texts/furigana'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

/**
 * A text of the translated pages. Where the chosen language lacks it, it is shown in Japanese with the readings above the Kanji.
 * @param values of its placeholders
 */
export const TranslatedText = ({ name, values }: { name: ParseKeys; values?: Record<string, string | number> }) => {
  const { t, i18n } = useTranslation('texts')
  const text = t(name, { ...values, furigana: 'keep' })
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
            <rt>{part.reading}</rt>
          </ruby>
        ),
      )}
    </span>
  )
}
