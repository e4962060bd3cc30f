import type { ParseKeys } from 'i18next'
import { useTranslation } from '../platform/texts.ts'
import { FuriganaText } from './furigana-text.tsx'

/**
 * A text of the translated pages, with the readings of its Kanji where they are shown.
 * @param values of its placeholders
 */
export const TranslatedText = ({ name, values }: { name: ParseKeys; values?: Record<string, string | number> }) => {
  const { t } = useTranslation()
  return <FuriganaText text={t(name, { ...values, furigana: 'keep' })} />
}
