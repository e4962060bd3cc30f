import type { Language } from '@mimamori/contract/language'
import { texts } from '../platform/texts.ts'

const steps = ['step1', 'step2', 'step3', 'step4', 'step5', 'step6'] as const

/** What to do where a site has written nothing of its own, in a language whose texts are loaded. */
export const usualSteps = (language: Language): string[] => steps.map((step) => texts.t(`procedure.${step}`, { lng: language }))
