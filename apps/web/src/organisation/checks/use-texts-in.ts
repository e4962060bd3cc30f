import type { Language } from '@mimamori/contract/language'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { loadTexts } from '../../platform/load-texts.ts'
import { texts } from '../../platform/texts.ts'

/**
 * The texts of a language for a part of a page, whatever the page itself is in; the page's own until they are loaded, or where they
 * cannot be.
 */
export const useTextsIn = (language: Language): TFunction => {
  const [loaded, setLoaded] = useState<Language>()
  useEffect(() => {
    if (texts.hasTexts(language)) return undefined
    let isOver = false
    loadTexts(language)
      .then((bundle) => {
        texts.addTexts(language, bundle)
        if (!isOver) setLoaded(language)
      })
      // Without a network the Japanese texts stay, and the questions can be answered.
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [language])
  return texts.getFixedT(loaded === language || texts.hasTexts(language) ? language : 'ja')
}
