import type { Language } from '@mimamori/contract/language'
import { textsIn } from '@mimamori/texts'

/**
 * What to do where a site has written nothing of its own, a step a line (Ministry of Health, 職場における熱中症対策).
 * @param language Japanese where none is given
 */
export const usualProcedures = (language: Language = 'ja'): string => {
  const t = textsIn(language)
  return [
    t('procedure.step1'),
    t('procedure.step2'),
    t('procedure.step3'),
    t('procedure.step4'),
    t('procedure.step5'),
    t('procedure.step6'),
  ].join('\n')
}
