import type { Grade } from '@mimamori/contract/labels'
import type { ParseKeys } from 'i18next'

/** What a grade is called on the workers' pages, in the language of the page. */
export const ownWord = {
  emergency: 'own.emergency',
  3: 'own.level3',
  2: 'own.level2',
  1: 'own.level1',
  0: 'own.level0',
  none: 'own.levelNone',
} as const satisfies Record<Grade, ParseKeys>

/** What a worker does at a grade, in one sentence. */
export const ownAdvice = {
  emergency: 'own.adviceEmergency',
  3: 'own.advice3',
  2: 'own.advice2',
  1: 'own.advice1',
  0: 'own.advice0',
  none: 'own.adviceNone',
} as const satisfies Record<Grade, ParseKeys>
